/** What the leaderboard brings. */
import type { Feature } from '#deps.ts';
import { leaderboardData } from './personal-data.ts';
import { leaderboardRoutes } from './routes.ts';

export const leaderboard: Feature = {
  name: 'leaderboard',
  routes: leaderboardRoutes,
  personalData: leaderboardData,
};
