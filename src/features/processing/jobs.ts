/** Background work of processing: the steps of a batch. */
import type { Deps } from '#deps.ts';
import { type Job, job } from '#platform/jobs/job.ts';
import { STEP_JOB } from './job-names.ts';
import { stepBatch } from './service.ts';

export function processingJobs(deps: Deps): Job[] {
  return [job(STEP_JOB, ({ batchId, position }) => stepBatch(deps, batchId, position))];
}
