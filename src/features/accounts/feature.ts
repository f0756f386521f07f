/** What staff accounts bring. */
import type { Feature } from '#deps.ts';
import { staffRoutes } from './routes.ts';
import { prepareFirstOwner } from './service-first-owner.ts';

export const accounts: Feature = {
  name: 'accounts',
  routes: staffRoutes,
  start: prepareFirstOwner,
};
