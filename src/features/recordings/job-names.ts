/** The jobs of recordings, as those who enqueue them know them. */
import { z } from 'zod';

/** Measures and transcribes a recording. Everything but its key is read when it runs. */
export const MEASURE_JOB = {
  name: 'measure',
  payload: z.object({ audioSha256: z.string() }),
  options: { retryLimit: 3, retryDelay: 2, expireInSeconds: 600 },
};

/** Listens for the words of a recording whose report could not wait for them. However long it takes. */
export const WORDS_JOB = {
  name: 'words',
  payload: z.object({ audioSha256: z.string() }),
  options: { retryLimit: 3, retryDelay: 30, expireInSeconds: 7200 },
};

/** Looks for what an older engine or score sheet made. */
export const RENEW_JOB = {
  name: 'renew-analyses',
  payload: z.object({}),
  options: { cron: '*/10 * * * *', retryLimit: 1 },
};

/** Looks for runs whose job is gone. */
export const RECONCILE_JOB = {
  name: 'reconcile-runs',
  payload: z.object({}),
  options: { cron: '* * * * *', retryLimit: 0 },
};

export const SWEEP_JOB = {
  name: 'sweep',
  payload: z.object({}),
  options: { cron: '17 * * * *', retryLimit: 1 },
};
