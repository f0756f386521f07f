/**
 * Asks for work before an unproven free vote is taken, while signs of programs are up: many such votes were held, or come at
 * once. Whoever is signed in is never asked. What there is to do, and whether it was done, the challenge port knows.
 */
import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { AppError } from '#platform/errors.ts';
import { COPY } from './copy.ts';
import { workBits } from './rules-challenge.ts';
import type { Proven } from './service.ts';
import { fraudLimits } from './service-fraud.ts';
import { votes } from './table.ts';

type ChallengeDeps = Pick<Deps, 'db' | 'clock' | 'campaign' | 'config' | 'challenge'>;

const PURPOSE = 'vote';
const LOOKED_BACK_MS = 30 * 60_000;
/** How long the count of held votes is believed. */
const REMEMBERED_MS = 3000;
const MINUTE_MS = 60_000;
/** After a minute with too many votes. */
const RUSH_LASTS_MS = 10 * MINUTE_MS;

/** `answer` is what the browser sent back, as a header has it. */
type RequireWork = (person: Proven | null, answer: string | string[] | undefined) => Promise<void>;

export function openChallenging(deps: ChallengeDeps): RequireWork {
  const rate = watchRate(deps);
  const countHeld = rememberHeld(deps);
  return async (person, answer) => {
    const { when } = deps.config.challenge;
    if (person || when === 'off') return;
    const signs = { held: await countHeld(), always: when === 'always' || rate.isHigh() };
    const bits = workBits(signs, fraudLimits(deps));
    if (bits > 0 && typeof answer === 'string' && (await deps.challenge.accept(PURPOSE, answer))) return;
    // Once a vote: the call that brings the answer is the second of its vote.
    rate.count();
    if (bits === 0) return;
    throw new AppError('challenge', COPY.challenge, { challenge: deps.challenge.issue(PURPOSE, bits) });
  };
}

/** Of this process alone: a row a vote would be what the inbox avoids. */
function watchRate({ clock, campaign }: Pick<Deps, 'clock' | 'campaign'>) {
  let minute = 0;
  let calls = 0;
  let highUntil = 0;
  return {
    isHigh: () => clock.now().getTime() < highUntil,
    count() {
      const now = clock.now().getTime();
      if (now - minute >= MINUTE_MS) [minute, calls] = [now, 0];
      calls++;
      if (calls >= fraudLimits({ campaign }).challengePerMinute) highUntil = now + RUSH_LASTS_MS;
    },
  };
}

function rememberHeld(deps: Pick<Deps, 'db' | 'clock'>): () => Promise<number> {
  let known: { count: Promise<number>; until: number } | null = null;
  return () => {
    const now = deps.clock.now().getTime();
    if (known && now < known.until) return known.count;
    const count = countHeldVotes(deps, new Date(now - LOOKED_BACK_MS));
    known = { count, until: now + REMEMBERED_MS };
    count.catch(() => {
      known = null;
    });
    return count;
  };
}

/** Unproven ones that staff did not let count since. */
async function countHeldVotes({ db }: Pick<Deps, 'db'>, since: Date): Promise<number> {
  const [{ held }] = await db
    .select({ held: sql<number>`count(*)::int` })
    .from(votes)
    .where(
      and(eq(votes.proof, 'none'), inArray(votes.state, ['held', 'voided']), gt(votes.createdAt, since)),
    );
  return held;
}
