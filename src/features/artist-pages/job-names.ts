/** The jobs of artist pages, by name. */
import { z } from 'zod';

/** Tells followers of tracks that came on the board. */
export const ARTIST_NEWS_JOB = {
  name: 'artist-news',
  payload: z.object({}),
  options: { cron: '* * * * *', retryLimit: 0 },
};

/** Writes down where the rank of a track has changed. */
export const RANK_HISTORY_JOB = {
  name: 'rank-history',
  payload: z.object({}),
  options: { cron: '11 * * * *', retryLimit: 2 },
};
