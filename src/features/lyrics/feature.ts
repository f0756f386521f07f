/** What lyrics bring. */
import type { Feature } from '#deps.ts';
import { lyricData } from './personal-data.ts';
import { lyricRoutes } from './routes.ts';

export const lyrics: Feature = {
  name: 'lyrics',
  routes: lyricRoutes,
  personalData: lyricData,
};
