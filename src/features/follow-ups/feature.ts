/** What follow-ups bring. */
import type { Feature } from '#deps.ts';
import { followUpRoutes } from './routes.ts';

export const followUps: Feature = {
  name: 'follow-ups',
  routes: followUpRoutes,
};
