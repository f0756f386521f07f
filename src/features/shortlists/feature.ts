/** What shortlists bring. */
import type { Feature } from '#deps.ts';
import { shortlistData } from './personal-data.ts';
import { shortlistRoutes } from './routes.ts';

export const shortlists: Feature = {
  name: 'shortlists',
  routes: shortlistRoutes,
  personalData: shortlistData,
};
