/** What partners bring. */
import type { Feature } from '#deps.ts';
import { partnerData } from './personal-data.ts';
import { partnerRoutes } from './routes.ts';

export const partners: Feature = {
  name: 'partners',
  routes: partnerRoutes,
  personalData: partnerData,
};
