/** A job: a name, what its payload looks like, and what to do. Payloads hold ids only; a run is safe to repeat. */
import type { z } from 'zod';
import type { Tx } from '../db/connect.ts';

export interface JobRun {
  id: string;
  /** 0 on the first try. */
  attempt: number;
  lastAttempt: boolean;
  /** Ends when the process shuts down or another worker took the job over. */
  signal: AbortSignal;
  /** Ends as soon as the process wants to shut down, which waits for its runs: for one that waits rather than works. */
  leaving: AbortSignal;
  /**
   * Call inside the transaction that writes the result: throws when this run lost the job (its worker was thought dead
   * and the job was given to another), so that only the run that still owns it writes.
   */
  assertOwned(tx: Tx): Promise<void>;
}

export interface JobOptions {
  retryLimit?: number;
  /** First delay before a retry, doubled each time, in seconds. */
  retryDelay?: number;
  /** A run that takes longer is given up, in seconds. */
  expireInSeconds?: number;
  /** Cron expression (UTC) for jobs that come by themselves. */
  cron?: string;
}

export interface Job<Payload = unknown> {
  name: string;
  payload: z.ZodType<Payload>;
  options: JobOptions;
  run(payload: Payload, run: JobRun): Promise<void>;
}

/** The part of a job that others need to enqueue it, without knowing what it does. */
export interface JobName<Payload> {
  name: string;
  payload: z.ZodType<Payload>;
  options?: JobOptions;
}

export function job<Payload>(
  { name, payload, options = {} }: JobName<Payload>,
  run: (payload: Payload, run: JobRun) => Promise<void>,
): Job<unknown> {
  return { name, payload, options, run: run as Job<unknown>['run'] };
}
