/** What happens to votes without anybody waiting: deliveries of referral messages, arrivals, and old moves of the ranking. */
import type { Deps } from '#deps.ts';
import { type Job, job } from '#platform/jobs/job.ts';
import { DELIVERY_JOB, RANK_WATCH_JOB, SWEEP_MOVES_JOB } from './job-names.ts';
import { createFanRanking, sweepMoves } from './queries-rank.ts';
import { countProvenArrivals } from './service-arrivals.ts';
import { followDeliveries } from './service-deliveries.ts';
import { watchRanks } from './service-watch.ts';

export function voteJobs(deps: Deps): Job[] {
  return [
    job(DELIVERY_JOB, async () => {
      const taken = await followDeliveries(deps);
      if (taken > 0)
        deps.log.info({ votes: taken }, 'took back votes of referrals that could not be reached');
      const counted = await countProvenArrivals(deps);
      if (counted > 0) deps.log.info({ votes: counted }, 'counted votes of referrals whose people came');
    }),
    job(SWEEP_MOVES_JOB, () => sweepMoves(deps)),
    job(RANK_WATCH_JOB, () => watchRanks(deps, createFanRanking(deps))),
  ];
}
