/** Forgets numbers that have been kept long enough. */
import type { Deps } from '#deps.ts';
import { type Job, job } from '#platform/jobs/job.ts';
import { ERASE_NUMBERS_JOB } from './job-names.ts';
import { eraseSilentNumbers } from './service-erasure.ts';

export function invitationJobs(deps: Deps): Job[] {
  return [
    job(ERASE_NUMBERS_JOB, async () => {
      const erased = await eraseSilentNumbers(deps);
      if (erased > 0) deps.log.info({ numbers: erased }, 'erased numbers nobody answered from');
    }),
  ];
}
