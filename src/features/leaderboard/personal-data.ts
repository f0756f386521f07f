/** What the leaderboard counts: entries by genre and score, nobody in particular. */
import type { PersonalData } from '#ports/personal-data.ts';

export const leaderboardData = (): PersonalData => ({
  columns: [],
  kept: { 'a genre': ['board_cells.genre'] },
});
