/** The job of follow-ups, by name. */
import { z } from 'zod';

/** A message whose time to be recalled is over is told to its artist. */
export const MESSAGE_JOB = {
  name: 'message-due',
  payload: z.object({ updateId: z.int() }),
  options: { retryLimit: 10, retryDelay: 30 },
};
