/** What became of referral messages: votes for people who cannot be reached are taken back by an entry of their own. */
import { and, eq, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import type { Tx } from '#platform/db/connect.ts';
import { COPY } from './copy.ts';
import { isOver } from './rules.ts';
import { insertVote, type VoteDeps, writeDecision } from './service.ts';
import { referralSets, referrals, votes } from './table.ts';

/** How long we ask what became of a message. */
const ASK_FOR_HOURS = 72;

/** Asks the provider about messages under way; one that cannot be delivered takes the five votes back, once. */
export async function followDeliveries(
  deps: Pick<Deps, 'db' | 'clock' | 'campaign' | 'sms'>,
  limit = 500,
): Promise<number> {
  const since = new Date(deps.clock.now().getTime() - ASK_FOR_HOURS * 3_600_000);
  const waiting = await deps.db
    .select({ id: referrals.id, sid: referrals.messageSid })
    .from(referrals)
    .where(
      and(
        eq(referrals.messageSent, true),
        eq(referrals.delivery, 'waiting'),
        sql`${referrals.createdAt} > ${since}`,
      ),
    )
    .orderBy(referrals.createdAt)
    .limit(limit);
  let taken = await followNightTexts(deps, since);
  for (const { id, sid } of waiting) {
    const delivery = sid ? await deps.sms.readDelivery(sid) : null;
    if (delivery === 'delivered' || delivery === 'undelivered')
      taken += await settleDelivery(deps, id, delivery);
  }
  return taken;
}

/** Texts that waited for the morning: sent by now, or never to be. Returns the votes taken back. */
async function followNightTexts(
  deps: Pick<VoteDeps, 'db' | 'clock' | 'campaign'>,
  since: Date,
): Promise<number> {
  await deps.db.execute(sql`
    UPDATE referrals r SET message_sent = true, message_sid = t.sid FROM text_messages t
    WHERE t.key = r.text_key AND t.sid IS NOT NULL
      AND NOT r.message_sent AND r.created_at > ${since}`);
  const { rows } = await deps.db.execute<{ id: number }>(sql`
    SELECT r.id FROM referrals r JOIN text_messages t ON t.key = r.text_key
    WHERE NOT r.message_sent AND r.delivery = 'waiting' AND t.state = 'failed' AND r.created_at > ${since}`);
  let taken = 0;
  for (const { id } of rows) taken += await settleDelivery(deps, id, 'undelivered');
  return taken;
}

/** What the network said of one referral; returns the votes taken back. Also for delivery receipts. Safe to repeat. */
export async function settleDelivery(
  deps: Pick<VoteDeps, 'db' | 'clock' | 'campaign'>,
  referralId: number,
  delivery: 'delivered' | 'undelivered',
): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const [row] = await tx
      .update(referrals)
      .set({ delivery })
      .where(and(eq(referrals.id, referralId), eq(referrals.delivery, 'waiting')))
      .returning({ setId: referrals.setId });
    if (!row || delivery === 'delivered') return 0;
    const [set] = await tx.select().from(referralSets).where(eq(referralSets.id, row.setId)).for('update');
    if (set?.state !== 'sent' || set.voteId === null) return 0;
    await tx.update(referralSets).set({ state: 'taken_back' }).where(eq(referralSets.id, set.id));
    return takeBack(deps, tx, set.voteId);
  });
}

/** A counted vote gets an entry against it; one that is held or waits is voided. After the campaign's end it lapses, and no rank moves. */
async function takeBack(deps: Pick<VoteDeps, 'clock' | 'campaign'>, tx: Tx, voteId: number): Promise<number> {
  const now = deps.clock.now();
  const [vote] = await tx.select().from(votes).where(eq(votes.id, voteId)).for('update');
  if (!vote || vote.state === 'voided') return 0;
  const isOut = vote.state !== 'counted';
  const lapses = !isOut && isOver(deps.campaign, now);
  const unreached = 'A referred number could not be reached';
  const reason = lapses
    ? `${unreached}, as we heard after the campaign had ended. ${COPY.lapsed}`
    : `${unreached}.`;
  if (lapses || isOut) {
    const change = lapses ? { lapsedAt: now, reason } : { state: 'voided' as const, reason };
    await tx.update(votes).set(change).where(eq(votes.id, voteId));
    await writeDecision(tx, voteId, now, 'voided', reason, 'rule');
    return 0;
  }
  await insertVote(deps, tx, {
    submissionId: vote.submissionId,
    kind: 'adjustment',
    countsAs: vote.countsAs,
    state: 'counted',
    reason,
    voterName: vote.voterName,
    voterPhone: '',
    voteCount: -vote.voteCount,
    corrects: vote.id,
  });
  return vote.voteCount;
}
