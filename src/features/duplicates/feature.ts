/** What duplicates bring. */
import type { Feature } from '#deps.ts';
import { duplicateData } from './personal-data.ts';
import { duplicateRoutes } from './routes.ts';

export const duplicates: Feature = {
  name: 'duplicates',
  routes: duplicateRoutes,
  personalData: duplicateData,
};
