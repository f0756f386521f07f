/** What distribution brings. */
import type { Feature } from '#deps.ts';
import { distributionGrants } from './grants.ts';
import { distributionRoutes } from './routes.ts';

export const distribution: Feature = {
  name: 'distribution',
  routes: distributionRoutes,
  grants: distributionGrants,
};
