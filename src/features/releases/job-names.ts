/** The jobs of releases, as those who enqueue them know them. */
import { z } from 'zod';

/** Listens to a master that has arrived whole. */
export const MASTER_JOB = {
  name: 'release-master',
  payload: z.object({ masterId: z.int() }),
  options: { retryLimit: 5, retryDelay: 20, expireInSeconds: 900 },
};

/** Prints the cover we drew at the stores' size. */
export const PRINT_JOB = {
  name: 'release-print-cover',
  payload: z.object({ releaseId: z.int() }),
  options: { retryLimit: 2, retryDelay: 5, expireInSeconds: 300 },
};

/** Puts a batch where the distributor fetches it. */
export const DELIVER_JOB = {
  name: 'release-deliver',
  payload: z.object({ deliveryId: z.int() }),
  options: { retryLimit: 3, retryDelay: 20, expireInSeconds: 1800 },
};

export const SWEEP_JOB = {
  name: 'release-sweep',
  payload: z.object({}),
  options: { cron: '26 * * * *', retryLimit: 1 },
};
