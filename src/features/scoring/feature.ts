/** What scoring brings. */
import type { Feature } from '#deps.ts';
import { analysisJobs } from './jobs.ts';

export const scoring: Feature = {
  name: 'scoring',
  jobs: analysisJobs,
};
