/**
 * Somebody who was referred came: by the link in their text, or by proving the number it went to. The five votes of their
 * set waited for that, and count from then on.
 */
import { eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { sql } from '#platform/db/connect.ts';
import { isOver } from './rules.ts';
import { type VoteDeps, writeDecision } from './service.ts';
import { digestSource, type VoteSource } from './service-fraud.ts';
import { referralSets, votes } from './table.ts';

const CAME = 'Somebody who was invited came.';

/** The link of a referral was opened. Any other code changes nothing, and the answer is the same. */
export async function followReferral(deps: VoteDeps, code: string, source: VoteSource): Promise<void> {
  const { rows } = await deps.db.execute<{ set_id: number }>(sql`
    SELECT r.set_id FROM text_messages t JOIN referrals r ON r.text_key = t.key WHERE t.code = ${code}`);
  const { deviceDigest } = digestSource(deps, source);
  if (rows[0]) await noteArrival(deps, rows[0].set_id, deviceDigest);
}

/** Sets one of whose people signed in since with the number that was texted. Returns the votes that count now. */
export async function countProvenArrivals(deps: Pick<Deps, 'db' | 'clock' | 'campaign'>): Promise<number> {
  const { rows } = await deps.db.execute<{ id: number }>(sql`
    SELECT DISTINCT rs.id FROM referral_sets rs JOIN referrals r ON r.set_id = rs.id
      JOIN people p ON p.phone_e164 = r.phone_e164 JOIN person_sessions s ON s.person_id = p.id
    WHERE rs.state = 'sent' AND rs.came_at IS NULL AND s.created_at > rs.created_at`);
  let counted = 0;
  for (const { id } of rows) counted += await noteArrival(deps, id);
  return counted;
}

/** Returns the votes that count now. Safe to repeat. */
async function noteArrival(
  { db, clock, campaign }: Pick<Deps, 'db' | 'clock' | 'campaign'>,
  setId: number,
  device?: string,
): Promise<number> {
  const now = clock.now();
  if (isOver(campaign, now)) return 0;
  return db.transaction(async (tx) => {
    const [set] = await tx.select().from(referralSets).where(eq(referralSets.id, setId)).for('update');
    if (!set || set.state === 'taken_back' || set.cameAt) return 0;
    const [vote] = set.voteId
      ? await tx.select().from(votes).where(eq(votes.id, set.voteId)).for('update')
      : [];
    // Whoever refers does not come as their own guest.
    if (device && vote?.deviceDigest === device) return 0;
    await tx.update(referralSets).set({ cameAt: now }).where(eq(referralSets.id, setId));
    if (vote?.state !== 'waiting') return 0;
    await tx.update(votes).set({ state: 'counted', reason: null }).where(eq(votes.id, vote.id));
    await writeDecision(tx, vote.id, now, 'counted', CAME, 'rule');
    return vote.voteCount;
  });
}
