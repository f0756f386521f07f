/** What artist pages bring. */
import type { Feature } from '#deps.ts';
import { artistPageJobs } from './jobs.ts';
import { artistPageData } from './personal-data.ts';
import { artistPageRoutes } from './routes.ts';

export const artistPages: Feature = {
  name: 'artist-pages',
  routes: artistPageRoutes,
  jobs: artistPageJobs,
  personalData: artistPageData,
};
