/** What duels bring. */
import type { Feature } from '#deps.ts';
import { duelJobs } from './jobs.ts';
import { duelData } from './personal-data.ts';
import { duelRoutes } from './routes.ts';
import { sweepUnanswered } from './service-sweep.ts';

export const duels: Feature = {
  name: 'duels',
  routes: duelRoutes,
  jobs: duelJobs,
  personalData: duelData,
  sweep: sweepUnanswered,
};
