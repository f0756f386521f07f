/** Background work of the desk: the steps of processing runs, and forgetting old sign-ins. */
import { z } from 'zod';
import type { Deps } from '#app/deps.ts';
import { type Job, job } from '#platform/jobs/job.ts';
import { STEP_JOB } from './rules-batches.ts';
import { sweepSignIns } from './service.ts';
import { stepBatch } from './service-batches.ts';

const SWEEP_JOB = {
  name: 'sweep-sign-ins',
  payload: z.object({}),
  options: { cron: '43 * * * *', retryLimit: 1 },
};

/** The queue is asked for when a step runs: it is made after the list of jobs. */
export function staffJobs(deps: Deps): Job[] {
  return [
    job(STEP_JOB, ({ batchId, position }) => stepBatch(deps, batchId, position)),
    job(SWEEP_JOB, () => sweepSignIns(deps)),
  ];
}
