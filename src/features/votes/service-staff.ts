/** What staff decide about votes: held ones are counted or voided, with a reason, and the audit trail knows who did it. */
import { eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#platform/audit.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';

import { COPY } from './contract.ts';
import { isOver } from './rules.ts';
import { writeDecision } from './service.ts';
import { type VoteRow, votes } from './table.ts';

type StaffDeps = Pick<Deps, 'db' | 'clock' | 'campaign'>;

export interface Decision {
  voteId: number;
  reason: string;
  staff: Pick<StaffIdentity, 'id' | 'name'>;
  address?: string;
}

/** Counts a held vote: total and rank move in the same transaction. */
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
  });
}

async function decide(
  { db, clock, campaign }: StaffDeps,
  { voteId, reason, staff, address }: Decision,
  state: 'counted' | 'voided',
  refuse: (vote: VoteRow) => void,
): Promise<{ id: number; state: VoteRow['state'] }> {
  const now = clock.now();
  if (isOver(campaign, now)) throw new AppError('closed', COPY.frozen, { reason: 'campaign_over' });
  return db.transaction(async (tx) => {
    const [vote] = await tx.select().from(votes).where(eq(votes.id, voteId)).for('update');
    if (!vote) throw new AppError('not_found', 'Vote not found');
    refuse(vote);
    if (state === 'voided' && vote.state === 'counted') await refuseCorrected(tx, voteId);
    await tx
      .update(votes)
      .set({ state, reason: state === 'voided' ? `Voided by staff: ${reason}` : null })
      .where(eq(votes.id, voteId));
    const said = reason || (state === 'counted' ? 'Checked and counted.' : reason);
    await writeDecision(tx, voteId, now, state, said, staff.name);
    await recordAudit(tx, {
      at: now,
      actor: staff,
      action: state === 'counted' ? 'vote.release' : 'vote.void',
      subject: { type: 'vote', id: voteId },
      detail: { submissionId: vote.submissionId, votes: vote.voteCount, reason: said },
      address,
    });
    return { id: voteId, state };
  });
}

/** Five votes already taken back by an entry of their own must not be taken twice. */
async function refuseCorrected(tx: Tx, voteId: number): Promise<void> {
  const [correction] = await tx.select({ id: votes.id }).from(votes).where(eq(votes.corrects, voteId));
  if (correction) throw new AppError('conflict', 'These votes were taken back already.');
}
