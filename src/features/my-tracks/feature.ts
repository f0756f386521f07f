/** What My tracks brings. */
import type { Feature } from '#deps.ts';
import { myTracksRoutes } from './routes.ts';

export const myTracks: Feature = { name: 'my-tracks', routes: myTracksRoutes };
