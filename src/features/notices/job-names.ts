/** The job of notices, by name. */
import { z } from 'zod';

/** Texts a notice to a number that agreed. */
export const NOTICE_TEXT_JOB = {
  name: 'notice-text',
  payload: z.object({ noticeId: z.int() }),
  options: { retryLimit: 5, retryDelay: 30 },
};
