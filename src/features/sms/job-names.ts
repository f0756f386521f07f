/** The job of texts, by name. */
import { z } from 'zod';

/** Texts that waited for the morning, and what became of those that went. */
export const TEXTS_JOB = {
  name: 'texts-round',
  payload: z.object({}),
  options: { cron: '* * * * *', retryLimit: 0 },
};
