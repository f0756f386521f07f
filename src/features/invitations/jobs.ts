/** Texts of the night, delivery reports, and numbers that have been kept long enough. */
import type { Deps } from '#app/deps.ts';
import { type Job, job } from '#platform/jobs/job.ts';
import { ERASE_NUMBERS_JOB, TEXTS_JOB } from './rules-jobs.ts';
import { eraseSilentNumbers } from './service-erasure.ts';
import { askDeliveries, sendDueTexts } from './service-text-rounds.ts';

export function invitationJobs(deps: Deps): Job[] {
  return [
    job(TEXTS_JOB, async () => {
      await sendDueTexts(deps);
      await askDeliveries(deps);
    }),
    job(ERASE_NUMBERS_JOB, async () => {
      const erased = await eraseSilentNumbers(deps);
      if (erased > 0) deps.log.info({ numbers: erased }, 'erased numbers nobody answered from');
    }),
  ];
}
