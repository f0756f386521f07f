/** The job that writes the report of a submission. */
import type { Deps } from '#deps.ts';
import { type Job, job } from '#platform/jobs/job.ts';
import { REPORT_JOB } from './job-names.ts';
import { reportSubmission } from './service-report.ts';

export function submissionJobs(deps: Deps): Job[] {
  return [job(REPORT_JOB, ({ submissionId }, run) => reportSubmission(deps, submissionId, run))];
}
