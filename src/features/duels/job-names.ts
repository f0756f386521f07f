/** The job of duels, by name. */
import { z } from 'zod';

export const DUEL_RANKING_JOB = {
  name: 'duel-ranking',
  payload: z.object({}),
  options: { cron: '*/5 * * * *', retryLimit: 1 },
};
