/** What texts bring. */
import type { Feature } from '#deps.ts';
import { smsJobs } from './jobs.ts';
import { smsData } from './personal-data.ts';
import { textRoutes } from './routes.ts';
import { sweepTexts } from './service-sweep.ts';

export const sms: Feature = {
  name: 'sms',
  routes: textRoutes,
  jobs: smsJobs,
  personalData: smsData,
  sweep: sweepTexts,
};
