/** The job that writes the report of a submission from its recording. */
import { z } from 'zod';

export const REPORT_JOB = {
  name: 'report',
  payload: z.object({ submissionId: z.int() }),
  options: { retryLimit: 3, retryDelay: 2, expireInSeconds: 300 },
};
