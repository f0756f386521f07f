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

/** Tells an artist of their selection, once it can no longer be recalled. */
export const SELECTION_JOB = {
  name: 'album-selection',
  payload: z.object({ selectionId: z.int() }),
  options: { retryLimit: 10, retryDelay: 30 },
};

export const SWEEP_JOB = {
  name: 'album-sweep',
  payload: z.object({}),
  options: { cron: '41 * * * *', retryLimit: 1 },
};
