/** The job that looks for hearings that were promised and missed. */
import { z } from 'zod';

export const HEARINGS_JOB = {
  name: 'juries.hearings',
  payload: z.object({}),
  options: { cron: '23 * * * *', retryLimit: 1 },
};
