/** A paid album payment that did not say which album it was for: staff say it, and it is granted as if it had. */
import { eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { recordAudit, type StaffActor } from '#platform/audit.ts';
import { AppError } from '#platform/errors.ts';
import { grantOf } from './service-grants.ts';
import { requestRefund, type SettleDeps, toPaid, writeMoneyEvent } from './service-settle.ts';
import { type PaymentRow, paymentIntents } from './table.ts';

/** What staff choose from. */
export async function listAttachable(
  deps: Pick<Deps, 'db' | 'grants'>,
  paymentId: number,
): Promise<{ id: number; name: string }[]> {
  const [row] = await deps.db
    .select({ product: paymentIntents.product })
    .from(paymentIntents)
    .where(eq(paymentIntents.id, paymentId));
  if (!row) throw new AppError('not_found', 'Payment not found');
  const subjects = (await grantOf(deps, row.product).findSubjects?.(deps.db, {})) ?? [];
  return subjects.map(({ id, title, artistName }) => ({ id, name: `${title}, ${artistName}` }));
}

export async function attachPayment(
  deps: SettleDeps,
  actor: StaffActor,
  paymentId: number,
  albumId: number,
): Promise<PaymentRow> {
  return deps.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(paymentIntents)
      .where(eq(paymentIntents.id, paymentId))
      .for('update');
    if (!row) throw new AppError('not_found', 'Payment not found');
    if (row.grantState !== 'waiting') throw new AppError('conflict', 'This payment waits for no album.');
    const grant = grantOf(deps, row.product);
    const albums = await grant.findSubjects?.(tx, { id: albumId });
    if (!albums?.length) throw new AppError('not_found', 'Album not found');
    const paid = { ...toPaid(row), albumId };
    const outcome = await grant.grant(tx, paid);
    if (outcome.outcome === 'waiting') throw new AppError('conflict', outcome.note);
    const now = deps.clock.now();
    if (outcome.outcome === 'refused') {
      await writeMoneyEvent(tx, row.id, now, 'refused', 0, outcome.reason);
      const left = row.amount - row.refundedAmount;
      await requestRefund(deps, tx, { paymentId, cents: left, reason: 'too_late', askedBy: 'rule' });
    } else {
      await writeMoneyEvent(tx, row.id, now, 'attached', 0, outcome.note);
      // Given while the bank examines it: it waits like everything else that is disputed.
      if (row.dispute === 'open') await grant.pause?.(tx, paid, true);
    }
    const [written] = await tx
      .update(paymentIntents)
      .set({
        albumId,
        grantState: outcome.outcome,
        grantNote: outcome.outcome === 'refused' ? outcome.reason : outcome.note,
      })
      .where(eq(paymentIntents.id, paymentId))
      .returning();
    await recordAudit(tx, {
      at: now,
      actor,
      action: 'payment.attach',
      subject: { type: 'payment', id: paymentId },
      detail: { albumId, grantState: written.grantState },
    });
    return written;
  });
}
