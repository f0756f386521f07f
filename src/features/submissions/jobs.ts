/** Sweeps what a crash may leave behind: audio and words that no row names, and counters that are over. */
import { z } from 'zod';
import type { Deps } from '#deps.ts';
import { sweepRateLimits } from '#platform/http/rate-limit.ts';
import { type Job, job } from '#platform/jobs/job.ts';
import { sweepUnownedAudio, sweepUnownedRecordings } from './service-sweep.ts';

const SWEEP_JOB = { name: 'sweep', payload: z.object({}), options: { cron: '17 * * * *', retryLimit: 1 } };

export function submissionJobs(deps: Pick<Deps, 'db' | 'clock' | 'storage' | 'log'>): Job[] {
  return [
    job(SWEEP_JOB, async () => {
      await sweepRateLimits(deps);
      const removed = await sweepUnownedAudio(deps);
      await sweepUnownedRecordings(deps);
      if (removed > 0) deps.log.info({ removed }, 'removed audio that no submission names');
    }),
  ];
}
