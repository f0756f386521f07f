/** The album's own jobs, as those who enqueue them know them. */
import { z } from 'zod';

/** Writes the analysis of an album once its three recordings are measured. */
export const ALBUM_JOB = {
  name: 'album-report',
  payload: z.object({ albumId: z.int() }),
  options: { retryLimit: 3, retryDelay: 2, expireInSeconds: 300 },
};

export const BATCH_JOB = {
  name: 'album-batch',
  payload: z.object({ batchId: z.int() }),
  options: { retryLimit: 5, retryDelay: 2, expireInSeconds: 300 },
};

export const SWEEP_JOB = {
  name: 'album-sweep',
  payload: z.object({}),
  options: { cron: '41 * * * *', retryLimit: 1 },
};
