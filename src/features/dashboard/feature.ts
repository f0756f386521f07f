/** What the dashboard brings. */
import type { Feature } from '#deps.ts';
import { dashboardRoutes } from './routes.ts';

export const dashboard: Feature = {
  name: 'dashboard',
  routes: dashboardRoutes,
};
