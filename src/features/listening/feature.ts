/** What the listening room brings. */
import type { Feature } from '#deps.ts';
import { listeningData } from './personal-data.ts';
import { listeningRoutes } from './routes.ts';

export const listening: Feature = {
  name: 'listening',
  routes: listeningRoutes,
  personalData: listeningData,
};
