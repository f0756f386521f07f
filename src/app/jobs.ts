/** Every job, explicitly. */

import type { Deps } from '#deps.ts';
import { albumJobs } from '#features/albums/jobs.ts';
import { staffJobs } from '#features/dashboard/jobs.ts';
import { invitationJobs } from '#features/invitations/jobs.ts';
import { paymentJobs } from '#features/payments/jobs.ts';
import { analysisJobs } from '#features/scoring/jobs.ts';
import { smsJobs } from '#features/sms/jobs.ts';
import { submissionJobs } from '#features/submissions/jobs.ts';
import { voteJobs } from '#features/votes/jobs.ts';
import type { Job } from '#platform/jobs/job.ts';

export function listJobs(deps: Deps): Job[] {
  return [
    ...analysisJobs(deps),
    ...albumJobs(deps),
    ...submissionJobs(deps),
    ...paymentJobs(deps),
    ...staffJobs(deps),
    ...voteJobs(deps),
    ...invitationJobs(deps),
    ...smsJobs(deps),
  ];
}
