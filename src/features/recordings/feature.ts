/** What recordings bring. */
import type { Feature } from '#deps.ts';
import { recordingJobs } from './jobs.ts';
import { recordingData } from './personal-data.ts';
import { recordingRoutes } from './routes.ts';

export const recordings: Feature = {
  name: 'recordings',
  routes: recordingRoutes,
  jobs: recordingJobs,
  personalData: recordingData,
};
