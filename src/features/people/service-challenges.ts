/** What authenticators are asked to sign: kept here until it is answered, once, in the browser that asked for it. */
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import type { DbOrTx } from '#platform/db/connect.ts';
import { CHALLENGE_MS } from './rules.ts';
import { personChallenges } from './table.ts';

type ChallengeDeps = Pick<Deps, 'clock' | 'tokens'> & { db: DbOrTx };

interface Challenge {
  challenge: string;
  browserId: string;
  /** Whose new passkey it is for; null for a sign-in. */
  personId: number | null;
}

const digest = ({ tokens }: ChallengeDeps, { challenge, browserId }: Challenge) => ({
  challengeDigest: tokens.digest('challenge', challenge),
  browserDigest: tokens.digest('challenge-browser', browserId),
});

export async function keepChallenge(deps: ChallengeDeps, challenge: Challenge): Promise<void> {
  const expiresAt = new Date(deps.clock.now().getTime() + CHALLENGE_MS);
  const { personId } = challenge;
  await deps.db.insert(personChallenges).values({ ...digest(deps, challenge), personId, expiresAt });
}

/** Whether it was asked for, here and lately. Asking uses it up. */
export async function takeChallenge(deps: ChallengeDeps, challenge: Challenge): Promise<boolean> {
  const { challengeDigest, browserDigest } = digest(deps, challenge);
  const taken = await deps.db
    .delete(personChallenges)
    .where(
      and(
        eq(personChallenges.challengeDigest, challengeDigest),
        eq(personChallenges.browserDigest, browserDigest),
        sql`${personChallenges.personId} IS NOT DISTINCT FROM ${challenge.personId}`,
        gt(personChallenges.expiresAt, deps.clock.now()),
      ),
    )
    .returning({ digest: personChallenges.challengeDigest });
  return taken.length > 0;
}
