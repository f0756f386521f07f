/** What follow-ups bring. */
import type { Feature } from '#deps.ts';
import { followUpJobs } from './jobs.ts';
import { followUpData } from './personal-data.ts';
import { followUpRoutes } from './routes.ts';
import { followUpBelongings } from './service-belongings.ts';

export const followUps: Feature = {
  name: 'follow-ups',
  routes: followUpRoutes,
  jobs: followUpJobs,
  personalData: followUpData,
  belongings: followUpBelongings,
};
