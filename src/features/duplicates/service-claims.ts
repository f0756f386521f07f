/** 'This is my track': the word of an artist whose entry is held, for staff to read beside both recordings. */
import { eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#platform/audit.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import type { Claim } from './contract.ts';
import { holds, ownershipClaims } from './table.ts';

/** One a track; said again, it replaces what was said before. `actor`: staff who write down what they were told. */
export async function claimTrack(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  submissionId: number,
  { statement, link }: { statement: string; link?: string },
  actor: StaffIdentity | null,
): Promise<Claim> {
  const claim = { statement, link: link || null, madeAt: clock.now() };
  await db.transaction(async (tx) => {
    const [hold] = await tx.select().from(holds).where(eq(holds.submissionId, submissionId)).for('update');
    if (!hold || hold.state === 'released') throw new AppError('conflict', 'This entry is not held.');
    await tx
      .insert(ownershipClaims)
      .values({ submissionId, ...claim })
      .onConflictDoUpdate({ target: ownershipClaims.submissionId, set: claim });
    const subject = { type: 'submission', id: submissionId };
    if (actor) await recordAudit(tx, { at: claim.madeAt, actor, action: 'duplicate.claim', subject });
  });
  return { ...claim, madeAt: claim.madeAt.toISOString() };
}
