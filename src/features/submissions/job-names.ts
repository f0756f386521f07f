/** The jobs that write the report of a submission from its recording, and put a new version in place. */
import { z } from 'zod';

export const REPORT_JOB = {
  name: 'report',
  payload: z.object({ submissionId: z.int() }),
  options: { retryLimit: 3, retryDelay: 2, expireInSeconds: 300 },
};

export const VERSION_JOB = {
  name: 'version',
  payload: z.object({ submissionId: z.int(), version: z.int() }),
  options: { retryLimit: 3, retryDelay: 2, expireInSeconds: 300 },
};
