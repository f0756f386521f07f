/** What privacy brings. */
import type { Feature } from '#deps.ts';
import { privacyRoutes } from './routes.ts';

export const privacy: Feature = {
  name: 'privacy',
  routes: privacyRoutes,
};
