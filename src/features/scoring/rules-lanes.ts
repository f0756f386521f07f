/** Who is heard first. */
import { z } from 'zod';

/** The job that listens to a submission. Its payload is the id; everything else is read when it runs. */
export const LISTEN_JOB = {
  name: 'listen',
  payload: z.object({ submissionId: z.int() }),
  options: { retryLimit: 3, retryDelay: 2, expireInSeconds: 600 },
};

export type Lane = 'normal' | 'front';

/** A live priority ticket puts a track ahead of all without one; within a lane, first come first heard. */
export const PRIORITY: Record<Lane, number> = { front: 10, normal: 0 };
/** Songs of the demo campaign let people's own go first. */
export const DEMO_PRIORITY = -5;
/** Tracks that have a result already wait for everybody else. */
export const RENEWAL_PRIORITY = -10;

/** Looks for analyses of older versions. */
export const RENEW_JOB = {
  name: 'renew-analyses',
  payload: z.object({}),
  options: { cron: '*/10 * * * *', retryLimit: 1 },
};
