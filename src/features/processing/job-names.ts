/** The job of processing, as those who enqueue it know it. */
import { z } from 'zod';

/** Sends the next tracks of a batch. `position` is the next one it expects: a step that comes late does nothing. */
export const STEP_JOB = {
  name: 'process-batch',
  payload: z.object({ batchId: z.int(), position: z.int() }),
  options: { retryLimit: 3, retryDelay: 2, expireInSeconds: 60 },
};
