/** What staff decide about held entries: released into the contest, or kept out, with a reason, and audited. */
import { eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#platform/audit.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import type { Review } from './contract.ts';
import { presentReview } from './queries-staff.ts';
import { reviewEntry } from './service.ts';
import { holds } from './table.ts';

interface Decision {
  submissionId: number;
  state: 'released' | 'rejected';
  reason: string;
  actor: StaffIdentity;
  address?: string;
}

/** A decision may be changed by another one; the audit trail keeps both. */
export async function decideHold(
  deps: Pick<Deps, 'db' | 'clock' | 'queue' | 'campaign'>,
  { submissionId, state, reason, actor, address }: Decision,
): Promise<Review> {
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const [before] = await tx.select().from(holds).where(eq(holds.submissionId, submissionId)).for('update');
    if (!before) throw new AppError('not_found', 'This entry is not held.');
    if (before.state === state) throw new AppError('conflict', `This entry is ${state} already.`);
    const [row] = await tx
      .update(holds)
      .set({ state, reason, decidedAt: now, decidedBy: actor.id })
      .where(eq(holds.submissionId, submissionId))
      .returning();
    await recordAudit(tx, {
      at: now,
      actor,
      action: state === 'released' ? 'duplicate.release' : 'duplicate.reject',
      subject: { type: 'submission', id: submissionId },
      detail: { reason, before: before.state },
      address,
    });
    // Its score follows: only what counts as a copy loses points.
    await reviewEntry(deps, tx, submissionId);
    return presentReview(row);
  });
}
