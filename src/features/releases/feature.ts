/** What releases bring. */
import type { Feature } from '#deps.ts';
import { releaseJobs } from './jobs.ts';
import { releaseData } from './personal-data.ts';
import { releaseRoutes } from './routes.ts';
import { deliveryRoutes } from './routes-deliveries.ts';
import { masterRoutes } from './routes-masters.ts';

export const releases: Feature = {
  name: 'releases',
  routes: (deps) => [...releaseRoutes(deps), ...masterRoutes(deps), ...deliveryRoutes(deps)],
  jobs: releaseJobs,
  personalData: releaseData,
};
