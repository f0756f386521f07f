/** Every job, explicitly. */
import { albumJobs } from '#features/albums/jobs.ts';
import { analysisJobs } from '#features/analysis/jobs.ts';
import { invitationJobs } from '#features/invitations/jobs.ts';
import { paymentJobs } from '#features/payments/jobs.ts';
import { staffJobs } from '#features/staff/jobs.ts';
import { submissionJobs } from '#features/submissions/jobs.ts';
import { voteJobs } from '#features/votes/jobs.ts';
import type { Job } from '#platform/jobs/job.ts';
import type { Deps } from './deps.ts';

export function listJobs(deps: Deps): Job[] {
  return [
    ...analysisJobs(deps),
    ...albumJobs(deps),
    ...submissionJobs(deps),
    ...paymentJobs(deps),
    ...staffJobs(deps),
    ...voteJobs(deps),
    ...invitationJobs(deps),
  ];
}
