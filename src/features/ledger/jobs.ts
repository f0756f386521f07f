/** The sealer: once a minute, and within the minute whenever enough entries wait. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#deps.ts';
import { type Job, job } from '#platform/jobs/job.ts';
import { SEAL_JOB } from './job-names.ts';
import { hasManyWaiting } from './queries.ts';
import { sealLedger } from './service.ts';

/** Milliseconds: how often a run looks for a full tile's worth, and when it makes way for the next. */
const LOOK_EVERY_MS = 2000;
const RUN_FOR_MS = 52_000;

export function ledgerJobs(deps: Deps): Job[] {
  return [
    job(SEAL_JOB, async (_payload, run) => {
      // Most of its minute it waits: nobody who stops the app should wait with it.
      const signal = AbortSignal.any([run.signal, run.leaving]);
      const until = Date.now() + RUN_FOR_MS;
      await sealLedger(deps, { signal });
      while (Date.now() < until && !signal.aborted) {
        await sleep(LOOK_EVERY_MS, null, { signal }).catch(() => {});
        if (!signal.aborted && (await hasManyWaiting(deps))) await sealLedger(deps, { signal });
      }
    }),
  ];
}
