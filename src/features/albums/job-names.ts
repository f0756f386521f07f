/** The album's own jobs, as those who enqueue them know them. Apart from the other rules: browsers need no schema. */
import { z } from 'zod';

/** Listens to a dropped track ahead of time, or to a whole album. One line for both, so nothing is heard twice. */
export const ALBUM_JOB = {
  name: 'album-listen',
  payload: z.union([z.object({ trackId: z.int() }), z.object({ albumId: z.int() })]),
  options: { retryLimit: 3, retryDelay: 2, expireInSeconds: 900 },
};

export const BATCH_JOB = {
  name: 'album-batch',
  payload: z.object({ batchId: z.int() }),
  options: { retryLimit: 5, retryDelay: 2, expireInSeconds: 300 },
};
