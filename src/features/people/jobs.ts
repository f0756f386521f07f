/** Background work of people: deleting codes, challenges and sessions that are over. */
import { z } from 'zod';
import type { Deps } from '#deps.ts';
import { type Job, job } from '#platform/jobs/job.ts';
import { sweepProofs } from './service-sweep.ts';

const SWEEP_JOB = {
  name: 'sweep-proofs',
  payload: z.object({}),
  options: { cron: '13 * * * *', retryLimit: 1 },
};

export function peopleJobs(deps: Deps): Job[] {
  return [job(SWEEP_JOB, () => sweepProofs(deps))];
}
