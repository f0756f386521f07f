/** Background work of accounts: deleting old sign-in failures and sessions. */
import { z } from 'zod';
import type { Deps } from '#deps.ts';
import { type Job, job } from '#platform/jobs/job.ts';
import { sweepSignIns } from './service-sign-in.ts';

const SWEEP_JOB = {
  name: 'sweep-sign-ins',
  payload: z.object({}),
  options: { cron: '43 * * * *', retryLimit: 1 },
};

export function accountJobs(deps: Deps): Job[] {
  return [job(SWEEP_JOB, () => sweepSignIns(deps))];
}
