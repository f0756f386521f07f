/** What happens to artist pages without anybody waiting. */
import type { Deps } from '#deps.ts';
import { type Job, job } from '#platform/jobs/job.ts';
import { ARTIST_NEWS_JOB, RANK_HISTORY_JOB } from './job-names.ts';
import { keepRanks } from './service-history.ts';
import { tellNews } from './service-news.ts';

export function artistPageJobs(deps: Deps): Job[] {
  return [job(ARTIST_NEWS_JOB, () => tellNews(deps)), job(RANK_HISTORY_JOB, () => keepRanks(deps))];
}
