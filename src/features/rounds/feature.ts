/** What rounds bring. */
import type { Feature } from '#deps.ts';
import { roundData } from './personal-data.ts';
import { roundRoutes } from './routes.ts';

export const rounds: Feature = {
  name: 'rounds',
  routes: roundRoutes,
  personalData: roundData,
};
