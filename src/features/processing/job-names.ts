/** Processing’s own job, as those who enqueue it know it. */
import { z } from 'zod';

/** The job that moves a run on. `position` is the place it expects to be next: a step that comes late does nothing. */
export const STEP_JOB = {
  name: 'process-batch',
  payload: z.object({ batchId: z.int(), position: z.int() }),
  options: { retryLimit: 3, retryDelay: 2, expireInSeconds: 60 },
};
