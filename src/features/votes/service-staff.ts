/** What staff decide about votes: held ones are counted or voided, with a reason, and the audit trail knows who did it. */
import { eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#platform/audit.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';

import { COPY } from './copy.ts';
import { isOver } from './rules.ts';
import { writeDecision } from './service.ts';
import { approveDecision, requireFew } from './service-second.ts';
import { referralSets, type VoteRow, votes } from './table.ts';

type StaffDeps = Pick<Deps, 'db' | 'clock' | 'campaign' | 'config'>;

export interface Decision {
  voteId: number;
  reason: string;
  staff: Pick<StaffIdentity, 'id' | 'name'>;
  address?: string;
}

/** Counts a held vote: total and rank move in the same transaction. Referred ones go on waiting until somebody came. */
export function releaseVote(deps: StaffDeps, decision: Decision) {
  return decide(deps, decision, 'counted', (vote) => {
    if (vote.state !== 'held') throw new AppError('conflict', 'This vote is not waiting for a decision.');
  });
}

/** Takes a vote out of the count, or out of the waiting line. Money already has its own way back. */
export function voidVote(deps: StaffDeps, decision: Decision) {
  return decide(deps, decision, 'voided', (vote) => {
    if (vote.kind === 'paid')
      throw new AppError('conflict', 'Paid votes are taken back by refunding their payment.');
    if (vote.kind === 'adjustment') throw new AppError('conflict', 'An adjustment cannot be voided.');
    if (vote.state === 'voided') throw new AppError('conflict', 'This vote is voided already.');
    if (vote.state === 'replaced')
      throw new AppError('conflict', 'Another vote of the same number stands in its place.');
  });
}

async function decide(
  deps: StaffDeps,
  { voteId, reason, staff, address }: Decision,
  wanted: 'counted' | 'voided',
  refuse: (vote: VoteRow) => void,
): Promise<{ id: number; state: 'counted' | 'waiting' | 'voided' }> {
  const { db, clock, campaign } = deps;
  const now = clock.now();
  if (isOver(campaign, now)) throw new AppError('closed', COPY.frozen, { reason: 'campaign_over' });
  const approved = await approveOne(deps, { voteId, reason, staff, address }, wanted, refuse);
  return db.transaction(async (tx) => {
    await approved.spend(tx);
    const [vote] = await tx.select().from(votes).where(eq(votes.id, voteId)).for('update');
    if (!vote) throw new AppError('not_found', 'Vote not found');
    refuse(vote);
    if (wanted === 'voided' && vote.state === 'counted') await refuseCorrected(tx, voteId);
    const state = wanted === 'counted' && (await isAwaited(tx, vote)) ? 'waiting' : wanted;
    const shown = { counted: null, waiting: COPY.referralWaits, voided: `Voided by staff: ${reason}` }[state];
    await tx.update(votes).set({ state, reason: shown }).where(eq(votes.id, voteId));
    const said = reason || RELEASED[state];
    await requireFew(deps, tx, approved, { votes: vote.voteCount, actor: staff });
    await writeDecision(tx, voteId, now, state, said, staff.name);
    await recordAudit(tx, {
      at: now,
      actor: staff,
      action: wanted === 'counted' ? 'vote.release' : 'vote.void',
      subject: { type: 'vote', id: voteId },
      detail: { submissionId: vote.submissionId, votes: vote.voteCount, reason: said, ...approved.detail },
      address,
    });
    return { id: voteId, state };
  });
}

/** One row may stand for hundreds of bought votes. What cannot be decided is refused before anybody is asked. */
async function approveOne(
  deps: StaffDeps,
  { voteId, reason, staff, address }: Decision,
  decision: 'counted' | 'voided',
  refuse: (vote: VoteRow) => void,
) {
  const [vote] = await deps.db.select().from(votes).where(eq(votes.id, voteId));
  if (!vote) throw new AppError('not_found', 'Vote not found');
  refuse(vote);
  const detail = { vote: voteId, votes: vote.voteCount, decision, reason };
  return approveDecision(deps, { votes: vote.voteCount, detail, actor: staff, address });
}

const RELEASED = { counted: 'Checked and counted.', waiting: `Checked. ${COPY.referralWaits}`, voided: '' };

/** Referred votes nobody came for yet. */
async function isAwaited(tx: Tx, { id, kind }: VoteRow): Promise<boolean> {
  if (kind !== 'referral') return false;
  const [set] = await tx
    .select({ cameAt: referralSets.cameAt })
    .from(referralSets)
    .where(eq(referralSets.voteId, id));
  return set?.cameAt === null;
}

/** Five votes already taken back by an entry of their own must not be taken twice. */
async function refuseCorrected(tx: Tx, voteId: number): Promise<void> {
  const [correction] = await tx.select({ id: votes.id }).from(votes).where(eq(votes.corrects, voteId));
  if (correction) throw new AppError('conflict', 'These votes were taken back already.');
}
