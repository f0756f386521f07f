/**
 * Decisions about many held votes at once, by what they have in common. Votes held after the staff looked are left alone.
 * Each batch is a transaction with its entry in the audit trail; every vote keeps the decision on its own receipt.
 */
import { and, asc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import type { Approved } from '#features/approvals/service.ts';
import { submissions } from '#features/submissions/table.ts';
import { recordAudit } from '#platform/audit.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import type { DecideHeld } from './contract-staff.ts';
import { COPY } from './copy.ts';
import { heldBy } from './queries-holds.ts';
import { isOver } from './rules.ts';
import { approveDecision, requireFew } from './service-second.ts';
import { voteDecisions, votes } from './table.ts';

type HoldDeps = Pick<Deps, 'db' | 'clock' | 'campaign' | 'config'>;

/** A transaction keeps its tracks from being voted for: short ones let others through. */
const BATCH = 250;
/** What one call does; the caller asks again while there is more. */
const AT_ONCE = 5000;

export interface BulkDecision extends DecideHeld {
  staff: Pick<StaffIdentity, 'id' | 'name'>;
  address?: string;
}

export async function decideHeldVotes(
  deps: HoldDeps,
  decision: BulkDecision,
): Promise<{ decided: number; left: number }> {
  if (isOver(deps.campaign, deps.clock.now()))
    throw new AppError('closed', COPY.frozen, { reason: 'campaign_over' });
  const chosen = and(heldBy(decision.filter), lte(votes.id, decision.last));
  const approved = await approveMany(deps, decision, chosen);
  let decided = 0;
  while (decided < AT_ONCE) {
    const done = await deps.db.transaction((tx) => decideBatch(deps, tx, decision, chosen, approved));
    if (done === 0) break;
    decided += done;
  }
  const [{ left }] = await deps.db.select({ left: sql<number>`count(*)::int` }).from(votes).where(chosen);
  // While some are left the same call goes on with them: it can only decide what was asked for.
  if (left === 0) await deps.db.transaction(approved.spend);
  return { decided, left };
}

/** Not how many there are: of those, some may be decided one by one until it is confirmed. */
async function approveMany(
  deps: HoldDeps,
  { filter, last, decision, reason, staff, address }: BulkDecision,
  chosen: SQL | undefined,
): Promise<Approved> {
  const [{ found }] = await deps.db
    .select({ found: sql<number>`coalesce(sum(${votes.voteCount}), 0)::int` })
    .from(votes)
    .where(chosen);
  return approveDecision(deps, {
    votes: found,
    detail: { filter, last, decision, reason },
    actor: staff,
    address,
  });
}

async function decideBatch(
  deps: Pick<Deps, 'clock' | 'config'>,
  tx: Tx,
  { filter, decision, reason, staff, address }: BulkDecision,
  chosen: SQL | undefined,
  approved: Approved,
): Promise<number> {
  const ids = await lockBatch(tx, chosen);
  if (ids.length === 0) return 0;
  const now = deps.clock.now();
  // Referred votes that nobody came for yet go on waiting, as when they are counted one by one.
  const { rows } = await tx.execute<{
    id: number;
    state: 'counted' | 'waiting' | 'voided';
    votes: number;
  }>(sql`
    UPDATE votes v SET (state, reason) = (
      SELECT n.state, CASE n.state WHEN 'waiting' THEN ${COPY.referralWaits} WHEN 'voided' THEN ${`Voided by staff: ${reason}`} END
      FROM (SELECT CASE WHEN ${decision} = 'void' THEN 'voided' WHEN v.kind = 'referral' AND EXISTS (
        SELECT 1 FROM referral_sets r WHERE r.vote_id = v.id AND r.came_at IS NULL) THEN 'waiting' ELSE 'counted' END AS state) n)
    WHERE v.id = ANY(${sql.param(ids)}::int[]) RETURNING v.id, v.state, v.vote_count AS votes`);
  await tx.insert(voteDecisions).values(
    rows.map(({ id, state }) => {
      const said = state === 'waiting' ? `${reason} ${COPY.referralWaits}` : reason;
      return { voteId: id, at: now, state, reason: said, decidedBy: staff.name };
    }),
  );
  const decided = rows.reduce((sum, row) => sum + row.votes, 0);
  await requireFew(deps, tx, approved, { votes: decided, actor: staff });
  await recordAudit(tx, {
    at: now,
    actor: staff,
    action: decision === 'void' ? 'vote.void-many' : 'vote.release-many',
    subject: { type: 'vote', id: `${ids[0]}–${ids.at(-1)}` },
    detail: { filter, rows: rows.length, votes: decided, reason, ...approved.detail },
    address,
  });
  return rows.length;
}

/** Tracks first and in order, so that two decisions cannot wait for each other; votes somebody else decides are left to them. */
async function lockBatch(tx: Tx, chosen: SQL | undefined): Promise<number[]> {
  const found = await tx
    .select({ id: votes.id, track: votes.submissionId })
    .from(votes)
    .where(chosen)
    .orderBy(asc(votes.id))
    .limit(BATCH);
  if (found.length === 0) return [];
  const tracks = [...new Set(found.map(({ track }) => track))];
  await tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(inArray(submissions.id, tracks))
    .orderBy(asc(submissions.id))
    .for('no key update');
  const held = await tx
    .select({ id: votes.id })
    .from(votes)
    .where(
      and(
        inArray(
          votes.id,
          found.map(({ id }) => id),
        ),
        eq(votes.state, 'held'),
      ),
    )
    .orderBy(asc(votes.id))
    .for('update', { skipLocked: true });
  return held.map(({ id }) => id);
}
