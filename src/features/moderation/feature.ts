/** What moderation brings. */
import type { Feature } from '#deps.ts';
import { moderationData } from './personal-data.ts';
import { moderationRoutes } from './routes.ts';

export const moderation: Feature = {
  name: 'moderation',
  routes: moderationRoutes,
  personalData: moderationData,
};
