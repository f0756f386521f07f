/** What the dashboard brings. */
import type { Feature } from '#deps.ts';
import { staffJobs } from './jobs.ts';
import { dashboardRoutes } from './routes.ts';
import { careRoutes } from './routes-care.ts';

export const dashboard: Feature = {
  name: 'dashboard',
  routes: (deps) => [...dashboardRoutes(deps), ...careRoutes(deps)],
  jobs: staffJobs,
};
