/** The jobs of votes, by name. */
import { z } from 'zod';

/** Asks the text provider what became of referral messages, and looks who proved the number since. */
export const DELIVERY_JOB = {
  name: 'referral-delivery',
  payload: z.object({}),
  options: { cron: '* * * * *', retryLimit: 0 },
};

/** Forgets moves of the fan ranking that every process has seen. */
export const SWEEP_MOVES_JOB = {
  name: 'fan-moves-sweep',
  payload: z.object({}),
  options: { cron: '*/15 * * * *', retryLimit: 0 },
};

/** Tells artists who asked for it that somebody overtook them. */
export const RANK_WATCH_JOB = {
  name: 'rank-watch',
  payload: z.object({}),
  options: { cron: '7 * * * *', retryLimit: 0 },
};
