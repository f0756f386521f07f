/** What staff decide about held entries: released into the contest, or kept out, with a reason, and audited. */
import { and, eq, gte } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { COPY_SHARE } from '#features/recordings/rules-match.ts';
import { recordAudit } from '#platform/audit.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import type { Review } from './contract.ts';
import { presentReview } from './queries-staff.ts';
import { listLater, reviewEntries } from './service.ts';
import { duplicates, holds } from './table.ts';

type DecideDeps = Pick<Deps, 'db' | 'clock' | 'queue' | 'campaign'>;
type Outcome = 'released' | 'rejected';

interface Decision {
  submissionId: number;
  reason: string;
  actor: StaffIdentity;
  address?: string;
}

/** A decision may be changed by another one; the audit trail keeps both. */
export async function decideHold(deps: DecideDeps, state: Outcome, decision: Decision): Promise<Review> {
  return deps.db.transaction(async (tx) => {
    const before = await lockHold(tx, decision.submissionId);
    if (before.state === state) throw new AppError('conflict', `This entry is ${state} already.`);
    return writeDecision(deps, tx, state, decision);
  });
}

/** The claim is right: this entry is let in, and the earlier ones of others it is the same as are kept out. */
export async function upholdClaim(deps: DecideDeps, decision: Decision): Promise<Review> {
  return deps.db.transaction(async (tx) => {
    await lockHold(tx, decision.submissionId);
    const copies = await tx
      .select({ id: duplicates.earlierId })
      .from(duplicates)
      .where(
        and(
          eq(duplicates.submissionId, decision.submissionId),
          eq(duplicates.sameOwner, false),
          gte(duplicates.share, COPY_SHARE),
        ),
      )
      .orderBy(duplicates.earlierId);
    for (const { id } of copies)
      if (id !== null) await writeDecision(deps, tx, 'rejected', { ...decision, submissionId: id });
    return writeDecision(deps, tx, 'released', decision);
  });
}

async function lockHold(tx: Tx, submissionId: number) {
  const [hold] = await tx.select().from(holds).where(eq(holds.submissionId, submissionId)).for('update');
  if (!hold) throw new AppError('not_found', 'This entry is not held.');
  return hold;
}

async function writeDecision(
  deps: DecideDeps,
  tx: Tx,
  state: Outcome,
  { submissionId, reason, actor, address }: Decision,
): Promise<Review> {
  const now = deps.clock.now();
  const [before] = await tx.select().from(holds).where(eq(holds.submissionId, submissionId));
  const decided = { state, reason, decidedAt: now, decidedBy: actor.id };
  const [row] = await tx
    .insert(holds)
    .values({ submissionId, heldAt: now, ...decided })
    .onConflictDoUpdate({ target: holds.submissionId, set: decided })
    .returning();
  await recordAudit(tx, {
    at: now,
    actor,
    action: state === 'released' ? 'duplicate.release' : 'duplicate.reject',
    subject: { type: 'submission', id: submissionId },
    detail: { reason, before: before?.state ?? null },
    address,
  });
  // The report says whether it is a copy, and so do those of entries that stand on this one.
  await reviewEntries(deps, tx, [submissionId, ...(await listLater(tx, submissionId))]);
  return presentReview(row);
}
