/** What processing brings. */
import type { Feature } from '#deps.ts';
import { processingJobs } from './jobs.ts';
import { processingRoutes } from './routes.ts';
import { transcriptionRoutes } from './routes-transcription.ts';

export const processing: Feature = {
  name: 'processing',
  routes: (deps) => [...processingRoutes(deps), ...transcriptionRoutes(deps)],
  jobs: processingJobs,
};
