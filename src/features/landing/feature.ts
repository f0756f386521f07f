/** What the landing page brings. */
import type { Feature } from '#deps.ts';
import { campaignRoutes } from './routes.ts';

export const landing: Feature = {
  name: 'landing',
  routes: campaignRoutes,
};
