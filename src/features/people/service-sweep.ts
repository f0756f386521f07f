/** Deletes what is over: codes, challenges and sessions nobody can use any more. */
import { and, lt } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { CODE_DAY_MS } from './rules.ts';
import { personChallenges, personCodes, personSessions } from './table.ts';

export async function sweepProofs({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  // A code is also remembered for the cap a day.
  const yesterday = new Date(now.getTime() - CODE_DAY_MS);
  await db
    .delete(personCodes)
    .where(and(lt(personCodes.expiresAt, now), lt(personCodes.dayBeganAt, yesterday)));
  await db.delete(personChallenges).where(lt(personChallenges.expiresAt, now));
  await db.delete(personSessions).where(lt(personSessions.expiresAt, now));
}
