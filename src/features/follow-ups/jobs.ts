/** Messages whose time to be recalled is over. */
import type { Deps } from '#deps.ts';
import { type Job, job } from '#platform/jobs/job.ts';
import { MESSAGE_JOB } from './job-names.ts';
import { deliverMessage } from './service-messages.ts';

export function followUpJobs(deps: Deps): Job[] {
  return [job(MESSAGE_JOB, ({ updateId }) => deliverMessage(deps, updateId))];
}
