/** Rows have a stated life (docs/table-lives.md): every hour each feature deletes what is past it, some at a time. */
import { z } from 'zod';
import type { Deps } from '#deps.ts';
import { type Job, job } from '#platform/jobs/job.ts';

const SWEEP_OLD_JOB = {
  name: 'sweep-old',
  payload: z.object({}),
  options: { cron: '51 * * * *', retryLimit: 1 },
};
/** Short transactions: nobody waits for a sweep. The rest is next hour's. */
const AT_MOST = 10_000;

export type Sweep = (deps: Deps, atMost: number) => Promise<number>;

export function sweepOldJob(deps: Deps, sweeps: readonly { name: string; sweep: Sweep }[]): Job {
  return job(SWEEP_OLD_JOB, async () => {
    for (const { name, sweep } of sweeps) {
      const rows = await sweep(deps, AT_MOST);
      if (rows > 0) deps.log.info({ feature: name, rows }, 'swept what is past its life');
    }
  });
}
