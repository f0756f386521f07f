/** Refunds: recorded in a transaction, sent to the provider by a job, in the book once the provider returned the money. */
import { and, eq, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { recordAudit, type StaffActor } from '#platform/audit.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import { PaymentError } from '#ports/payments.ts';
import { COPY } from './copy.ts';
import { formatCents } from './rules-catalogue.ts';
import { refreshPayment, requestRefund, type SettleDeps } from './service-settle.ts';
import { paymentIntents, paymentRefunds, type RefundRow } from './table.ts';

/**
 * Staff give money back: the whole that is left, or a part of it. The refund, its job and its audit entry are one
 * transaction: no money moves without the entry, and the provider is only called once the entry is there.
 */
export async function refundPayment(
  deps: Pick<Deps, 'db' | 'clock' | 'queue'>,
  actor: StaffActor,
  paymentId: number,
  { cents, reason }: { cents: number | null; reason: string },
): Promise<{ refundId: number; cents: number }> {
  return deps.db.transaction(async (tx) => {
    const { left, isDisputed } = await lockRefundable(tx, paymentId);
    // The bank may return the money itself: a refund on top would pay twice, and a real provider refuses it.
    if (isDisputed) throw new AppError('conflict', COPY.disputed);
    const wanted = cents ?? left;
    if (wanted < 1 || wanted > left)
      throw new AppError(
        'conflict',
        left > 0 ? `At most ${formatCents(left)} of this payment can be refunded.` : COPY.refunded,
      );
    const asked = { paymentId, cents: wanted, reason: 'staff', askedBy: actor.name };
    const refundId = await requestRefund(deps, tx, asked);
    await auditRefund(tx, deps.clock.now(), actor, paymentId, { refundId, cents: wanted, reason });
    return { refundId, cents: wanted };
  });
}

/** The payment, locked, and what of it can still go back. */
async function lockRefundable(tx: Tx, paymentId: number): Promise<{ left: number; isDisputed: boolean }> {
  const [row] = await tx.select().from(paymentIntents).where(eq(paymentIntents.id, paymentId)).for('update');
  if (!row) throw new AppError('not_found', 'Payment not found');
  const [{ waiting }] = await tx
    .select({ waiting: sql<number>`coalesce(sum(${paymentRefunds.cents}), 0)::int` })
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.paymentId, paymentId), eq(paymentRefunds.state, 'waiting')));
  const stands = row.state === 'succeeded' && row.dispute !== 'lost';
  return {
    left: stands ? row.amount - row.refundedAmount - waiting : 0,
    isDisputed: row.dispute === 'open',
  };
}

function auditRefund(
  tx: Tx,
  at: Date,
  actor: StaffActor | 'system',
  paymentId: number,
  detail: { refundId: number; cents: number; reason: string },
): Promise<void> {
  const subject = { type: 'payment', id: paymentId };
  return recordAudit(tx, { at, actor, action: 'payment.refund', subject, detail });
}

/**
 * A rule gives back all that is left of a payment, in the transaction of whoever applies it. Null when nothing is left,
 * or while the bank decides.
 */
export async function refundByRule(
  deps: Pick<Deps, 'clock' | 'queue'>,
  tx: Tx,
  paymentId: number,
  rule: string,
): Promise<{ cents: number } | null> {
  const { left, isDisputed } = await lockRefundable(tx, paymentId);
  if (isDisputed || left < 1) return null;
  const refundId = await requestRefund(deps, tx, { paymentId, cents: left, reason: rule, askedBy: 'rule' });
  await auditRefund(tx, deps.clock.now(), 'system', paymentId, { refundId, cents: left, reason: rule });
  return { cents: left };
}

/** Sends a waiting refund. Sending it twice is harmless: the provider knows it by its key. */
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
    // The book first: if the refund were marked as done before, a crash in between would show its money as refundable.
    await refreshPayment(deps, found.providerId);
    await deps.db.transaction((tx) => endRefund(tx, refundId, { state: 'done', providerRefundId: id }));
  } catch (error) {
    if (!(error instanceof PaymentError) || error.code !== 'not_refundable') throw error;
    // Somebody refunded it at the provider, or the bank took it back: nothing is left to refund.
    await refreshPayment(deps, found.providerId);
    await failRefund(deps, found.refund, error.message);
  }
}

/** Staff were told it would go back: the trail says why it did not. */
async function failRefund({ db, clock }: SettleDeps, refund: RefundRow, failure: string): Promise<void> {
  const { id: refundId, paymentId, cents } = refund;
  await db.transaction(async (tx) => {
    if (!(await endRefund(tx, refundId, { state: 'failed', failure }))) return;
    await recordAudit(tx, {
      at: clock.now(),
      actor: 'system',
      action: 'payment.refund-fail',
      subject: { type: 'payment', id: paymentId },
      detail: { refundId, cents, failure },
    });
  });
}

type Outcome = { state: 'done'; providerRefundId: string } | { state: 'failed'; failure: string };

/** False when somebody else ended it meanwhile. */
async function endRefund(tx: Tx, refundId: number, outcome: Outcome): Promise<boolean> {
  const ended = await tx
    .update(paymentRefunds)
    .set(outcome)
    .where(and(eq(paymentRefunds.id, refundId), eq(paymentRefunds.state, 'waiting')))
    .returning({ id: paymentRefunds.id });
  return ended.length > 0;
}
