/** What notices bring. */
import type { Feature } from '#deps.ts';
import { noticeJobs } from './jobs.ts';
import { noticeData } from './personal-data.ts';
import { noticeRoutes } from './routes.ts';

export const notices: Feature = {
  name: 'notices',
  routes: noticeRoutes,
  jobs: noticeJobs,
  personalData: noticeData,
};
