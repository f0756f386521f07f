/** The job of invitations, by name. */
import { z } from 'zod';

/** Numbers nobody answered from for 30 days. */
export const ERASE_NUMBERS_JOB = {
  name: 'texts-erase-numbers',
  payload: z.object({}),
  options: { cron: '17 * * * *', retryLimit: 0 },
};
