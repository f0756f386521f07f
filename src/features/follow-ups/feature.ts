/** What follow-ups bring. */
import type { Feature } from '#deps.ts';
import { followUpData } from './personal-data.ts';
import { followUpRoutes } from './routes.ts';
import { followUpBelongings } from './service-belongings.ts';

export const followUps: Feature = {
  name: 'follow-ups',
  routes: followUpRoutes,
  personalData: followUpData,
  belongings: followUpBelongings,
};
