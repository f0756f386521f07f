/** What lyrics bring. */
import type { Feature } from '#deps.ts';
import { lyricRoutes } from './routes.ts';

export const lyrics: Feature = {
  name: 'lyrics',
  routes: lyricRoutes,
};
