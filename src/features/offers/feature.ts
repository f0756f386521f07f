/** What offers bring. */
import type { Feature } from '#deps.ts';
import { offerGrants } from './grants.ts';
import { offerData } from './personal-data.ts';
import { offerRoutes } from './routes.ts';

export const offers: Feature = {
  name: 'offers',
  routes: offerRoutes,
  grants: offerGrants,
  personalData: offerData,
};
