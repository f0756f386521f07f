/** The jobs of texts and invitations, by name. */
import { z } from 'zod';

/** Texts that waited for the morning, and what became of those that went. */
export const TEXTS_JOB = {
  name: 'texts-round',
  payload: z.object({}),
  options: { cron: '* * * * *', retryLimit: 0 },
};

/** Numbers nobody answered from for 30 days. */
export const ERASE_NUMBERS_JOB = {
  name: 'texts-erase-numbers',
  payload: z.object({}),
  options: { cron: '17 * * * *', retryLimit: 0 },
};
