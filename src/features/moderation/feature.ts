/** What moderation brings. */
import type { Feature } from '#deps.ts';
import { moderationRoutes } from './routes.ts';

export const moderation: Feature = {
  name: 'moderation',
  routes: moderationRoutes,
};
