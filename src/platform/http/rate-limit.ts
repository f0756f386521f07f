/** Fixed-window counters in the database, so that every API process counts together. */

import type { Clock } from '../clock.ts';
import { type Db, type DbOrTx, sql } from '../db/connect.ts';
import { AppError } from '../errors.ts';
import type { RateLimit } from './endpoint.ts';

export interface RateLimiter {
  /** Counts one use; throws `rate_limited` above the limit. */
  take(limit: RateLimit, subject: string): Promise<void>;
  /** The same counters, over other connections. */
  on?(db: DbOrTx): RateLimiter;
}

const KEYS_MAX = 200_000;

/**
 * Counters of this process alone, for what is called too often to write a row each time: with several processes an address
 * may do so many times as much.
 */
export function createLocalLimiter({ clock }: { clock: Clock }): RateLimiter {
  const windows = new Map<string, { start: number; hits: number }>();
  return {
    async take({ name, limit, windowSeconds }, subject) {
      const seconds = Math.floor(clock.now().getTime() / 1000);
      const start = seconds - (seconds % windowSeconds);
      const key = `${name}:${subject}`;
      const window = windows.get(key);
      const hits = window?.start === start ? window.hits + 1 : 1;
      // Rather too lax for a moment than too slow, or too large, for the rest of the night.
      if (windows.size >= KEYS_MAX) windows.clear();
      windows.set(key, { start, hits });
      if (hits > limit) throw tooMany(start + windowSeconds - seconds);
    },
  };
}

export function createRateLimiter({ db, clock }: { db: DbOrTx; clock: Clock }): RateLimiter {
  return {
    on: (other) => createRateLimiter({ db: other, clock }),
    async take({ name, limit, windowSeconds }, subject) {
      const seconds = Math.floor(clock.now().getTime() / 1000);
      const windowStart = seconds - (seconds % windowSeconds);
      const { rows } = await db.execute<{ hits: number }>(sql`
        INSERT INTO rate_limits (key, window_start, expires_at, hits)
        VALUES (${`${name}:${subject}`}, to_timestamp(${windowStart}), to_timestamp(${windowStart + windowSeconds}), 1)
        ON CONFLICT (key, window_start) DO UPDATE SET hits = rate_limits.hits + 1
        RETURNING hits`);
      if (rows[0].hits <= limit) return;
      throw tooMany(windowStart + windowSeconds - seconds);
    },
  };
}

const tooMany = (wait: number) =>
  new AppError('rate_limited', `Too many tries. Please wait ${sayWait(wait)} and try again.`, {
    retryAfterSeconds: wait,
  });

function sayWait(seconds: number): string {
  if (seconds < 90) return `${seconds} second${seconds === 1 ? '' : 's'}`;
  if (seconds < 5400) return `${Math.ceil(seconds / 60)} minutes`;
  return `${Math.ceil(seconds / 3600)} hours`;
}

/** Forgets counters whose window is over. */
export async function sweepRateLimits({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await db.execute(sql`DELETE FROM rate_limits WHERE expires_at < ${clock.now()}`);
}
