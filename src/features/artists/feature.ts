/** What the artists' page brings. It keeps nothing of its own. */
import type { Feature } from '#deps.ts';
import { artistRoutes } from './routes.ts';

export const artists: Feature = {
  name: 'artists',
  routes: artistRoutes,
};
