/** Texts of the night, and delivery reports. */
import type { Deps } from '#deps.ts';
import { type Job, job } from '#platform/jobs/job.ts';
import { TEXTS_JOB } from './job-names.ts';
import { askDeliveries, sendDueTexts } from './service-rounds.ts';

export function smsJobs(deps: Deps): Job[] {
  return [
    job(TEXTS_JOB, async () => {
      await sendDueTexts(deps);
      await askDeliveries(deps);
    }),
  ];
}
