/**
 * A proof of work: a number so that the hash over task and number begins with zeros. Checking it takes one hash, and no row
 * is written before somebody did the work.
 */
import { hash } from 'node:crypto';
import type { Clock } from '#platform/clock.ts';
import { AppError } from '#platform/errors.ts';
import type { RateLimit } from '#platform/http/endpoint.ts';
import type { RateLimiter } from '#platform/http/rate-limit.ts';
import { randomCode, type Tokens } from '#platform/tokens.ts';
import type { Challenge } from '#ports/challenge.ts';

const DAY_MS = 86_400_000;
const GOOD_FOR_MS = 10 * 60_000;
/** So short that task and number fit into two blocks of the hash, of which the browser works out the first once. */
const NONCE_LENGTH = 16;
const ANSWER = /^([\w-]{1,200}\.[\w-]{1,100})\.\d{1,15}$/;
/** Once a day, and no task outlives the day it is of (UTC, as the limiter's windows are): once. */
const ONCE: RateLimit = { name: 'challenge', limit: 1, windowSeconds: DAY_MS / 1000 };

export interface ChallengeDeps {
  tokens: Tokens;
  clock: Clock;
  limiter: RateLimiter;
}

export function openProofOfWork({ tokens, clock, limiter }: ChallengeDeps): Challenge {
  return {
    provider: 'proof-of-work',
    issue(purpose, bits) {
      const now = clock.now().getTime();
      const expiresAt = Math.min(now + GOOD_FOR_MS, now - (now % DAY_MS) + DAY_MS);
      const subject = randomCode(NONCE_LENGTH);
      return {
        kind: 'work',
        token: tokens.sign('challenge', { subject, expiresAt, extra: `${purpose}:${bits}` }),
        bits,
      };
    },
    async accept(purpose, answer) {
      const claims = tokens.verify('challenge', ANSWER.exec(answer)?.[1], clock.now());
      const [asked, bits] = claims?.extra?.split(':') ?? [];
      if (!claims || asked !== purpose || countZeroBits(hash('sha256', answer, 'buffer')) < Number(bits))
        return false;
      return spendOnce(limiter, claims.subject);
    },
  };
}

/** False when it was spent before, by whichever process. */
export async function spendOnce(limiter: RateLimiter, answer: string): Promise<boolean> {
  try {
    await limiter.take(ONCE, answer);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return false;
    throw error;
  }
}

function countZeroBits(bytes: Uint8Array): number {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? bytes.length * 8 : first * 8 + Math.clz32(bytes[first]) - 24;
}
