/** The ranking by duels, made again every few minutes. */
import type { Deps } from '#deps.ts';
import { type Job, job } from '#platform/jobs/job.ts';
import { DUEL_RANKING_JOB } from './job-names.ts';
import { rankDuels } from './service-ranking.ts';

export function duelJobs(deps: Deps): Job[] {
  return [
    job(DUEL_RANKING_JOB, async () => {
      await rankDuels(deps);
    }),
  ];
}
