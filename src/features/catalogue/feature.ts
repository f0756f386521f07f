/** What the catalogue brings. */
import type { Feature } from '#deps.ts';
import { catalogueData } from './personal-data.ts';
import { catalogueRoutes } from './routes.ts';

export const catalogue: Feature = {
  name: 'catalogue',
  routes: catalogueRoutes,
  personalData: catalogueData,
};
