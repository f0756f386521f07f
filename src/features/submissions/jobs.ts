/** The jobs that write the report of a submission and put a new version in place. */
import type { Deps } from '#deps.ts';
import { type Job, job } from '#platform/jobs/job.ts';
import { REPORT_JOB, VERSION_JOB } from './job-names.ts';
import { reportSubmission } from './service-report.ts';
import { takeVersion } from './service-versions.ts';

export function submissionJobs(deps: Deps): Job[] {
  return [
    job(REPORT_JOB, ({ submissionId }, run) => reportSubmission(deps, submissionId, run)),
    job(VERSION_JOB, ({ submissionId, version }, run) => takeVersion(deps, submissionId, version, run)),
  ];
}
