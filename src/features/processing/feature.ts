/** What processing brings. */
import type { Feature } from '#deps.ts';
import { transcriptionRoutes } from './routes-transcription.ts';

export const processing: Feature = {
  name: 'processing',
  routes: transcriptionRoutes,
};
