/** Background work of the desk: the steps of processing runs, and forgetting old sign-ins. */
import { z } from 'zod';
import type { Deps } from '#deps.ts';
import { sweepSignIns } from '#features/accounts/service.ts';
import { STEP_JOB } from '#features/processing/rules.ts';
import { stepBatch } from '#features/processing/service.ts';
import { type Job, job } from '#platform/jobs/job.ts';

const SWEEP_JOB = {
  name: 'sweep-sign-ins',
  payload: z.object({}),
  options: { cron: '43 * * * *', retryLimit: 1 },
};

export function staffJobs(deps: Deps): Job[] {
  return [
    job(STEP_JOB, ({ batchId, position }) => stepBatch(deps, batchId, position)),
    job(SWEEP_JOB, () => sweepSignIns(deps)),
  ];
}
