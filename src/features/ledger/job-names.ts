/** The job of the ledger, by name. */
import { z } from 'zod';

/** Seals what waits, each minute, and sooner when much does. */
export const SEAL_JOB = {
  name: 'ledger-seal',
  payload: z.object({}),
  options: { cron: '* * * * *', retryLimit: 0 },
};
