/** Refunds: decided in a transaction, sent to the provider by a job, in the book once the provider gave the money back. */
import { and, eq, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { AppError } from '#platform/errors.ts';
import { PaymentError } from '#ports/payments.ts';
import { COPY } from './rules.ts';
import { askRefund, refreshPayment, type SettleDeps } from './service-settle.ts';
import { paymentIntents, paymentRefunds } from './table.ts';

/** Staff give money back: the whole that is left, or a part of it. */
export async function refundPayment(
  deps: Pick<Deps, 'db' | 'clock' | 'queue'>,
  paymentId: number,
  { cents, askedBy }: { cents: number | null; askedBy: string },
): Promise<{ refundId: number; cents: number }> {
  return deps.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(paymentIntents)
      .where(eq(paymentIntents.id, paymentId))
      .for('update');
    if (!row) throw new AppError('not_found', 'Payment not found');
    // The bank may give the money back itself: a refund beside it would pay twice, and a real provider refuses it.
    if (row.dispute === 'open') throw new AppError('conflict', COPY.disputed);
    const [{ waiting }] = await tx
      .select({ waiting: sql<number>`coalesce(sum(${paymentRefunds.cents}), 0)::int` })
      .from(paymentRefunds)
      .where(and(eq(paymentRefunds.paymentId, paymentId), eq(paymentRefunds.state, 'waiting')));
    const left =
      row.state === 'succeeded' && row.dispute !== 'lost' ? row.amount - row.refundedAmount - waiting : 0;
    const wanted = cents ?? left;
    if (wanted < 1 || wanted > left)
      throw new AppError('conflict', `At most ${left} cents of this payment can be refunded.`);
    const refundId = await askRefund(deps, tx, { paymentId, cents: wanted, reason: 'staff', askedBy });
    return { refundId, cents: wanted };
  });
}

/** Sends a refund that waits. Sent twice, it is one: the provider knows it by its key. */
export async function sendRefund(deps: SettleDeps, refundId: number): Promise<void> {
  const [found] = await deps.db
    .select({ refund: paymentRefunds, providerId: paymentIntents.providerId })
    .from(paymentRefunds)
    .innerJoin(paymentIntents, eq(paymentIntents.id, paymentRefunds.paymentId))
    .where(eq(paymentRefunds.id, refundId));
  if (found?.refund.state !== 'waiting' || !found.providerId) return;
  const { cents, paymentId } = found.refund;
  try {
    const { id } = await deps.payments.refund({
      intentId: found.providerId,
      amount: cents,
      idempotencyKey: `sc_refund_${paymentId}_${refundId}_${found.refund.askedAt.getTime()}`,
    });
    // The book first: were the refund marked as sent before, a crash in between would show its money as free again.
    await refreshPayment(deps, found.providerId);
    await markRefund(deps, refundId, { state: 'done', providerRefundId: id });
  } catch (error) {
    if (!(error instanceof PaymentError) || error.code !== 'not_refundable') throw error;
    // Somebody gave it back at the provider itself, or the bank took it: nothing is left to refund.
    await refreshPayment(deps, found.providerId);
    await markRefund(deps, refundId, { state: 'failed', failure: error.message });
  }
}

async function markRefund(
  { db }: Pick<Deps, 'db'>,
  refundId: number,
  outcome: Partial<typeof paymentRefunds.$inferInsert>,
): Promise<void> {
  await db.update(paymentRefunds).set(outcome).where(eq(paymentRefunds.id, refundId));
}
