/** What releases bring. */
import type { Feature } from '#deps.ts';
import { releaseData } from './personal-data.ts';
import { releaseRoutes } from './routes.ts';

export const releases: Feature = {
  name: 'releases',
  routes: releaseRoutes,
  personalData: releaseData,
};
