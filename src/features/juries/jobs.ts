/** Hearings that were promised and missed, each hour. */
import type { Deps } from '#deps.ts';
import { type Job, job } from '#platform/jobs/job.ts';
import { HEARINGS_JOB } from './job-names.ts';
import { refundMissed } from './service-promise.ts';

export function juryJobs(deps: Deps): Job[] {
  return [
    job(HEARINGS_JOB, async () => {
      await refundMissed(deps);
    }),
  ];
}
