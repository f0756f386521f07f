/** What juries bring. */
import type { Feature } from '#deps.ts';
import { juryJobs } from './jobs.ts';
import { juryData } from './personal-data.ts';
import { juryRoutes } from './routes.ts';

export const juries: Feature = {
  name: 'juries',
  routes: juryRoutes,
  jobs: juryJobs,
  personalData: juryData,
};
