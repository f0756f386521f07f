/** Texts beside notices. */
import type { Deps } from '#deps.ts';
import { type Job, job } from '#platform/jobs/job.ts';
import { NOTICE_TEXT_JOB } from './job-names.ts';
import { textNotice } from './service-texts.ts';

export function noticeJobs(deps: Deps): Job[] {
  return [job(NOTICE_TEXT_JOB, ({ noticeId }) => textNotice(deps, noticeId))];
}
