/**
 * The only way a payment changes: what the provider says is applied to our row, and what follows (grant, refund, revoke)
 * happens in the same transaction. Webhook, browser report and reconciliation all end here, in any order, any number of
 * times.
 */
import { and, eq, isNull, or } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import type { Tx } from '#platform/db/connect.ts';
import { sqlState } from '#platform/errors.ts';
import type { GrantOutcome, PaidPayment, RevokeReason } from '#ports/grants.ts';
import type { ProviderIntent } from '#ports/payments.ts';
import { COPY } from './copy.ts';
import { REFUND_JOB } from './job-names.ts';
import { advance, type MoneyEventKind, type Standing } from './rules-states.ts';
import { grantOf } from './service-grants.ts';
import { moneyEvents, type PaymentRow, paymentIntents, paymentRefunds } from './table.ts';

export type SettleDeps = Pick<Deps, 'db' | 'clock' | 'queue' | 'grants' | 'payments' | 'log'>;

/** The provider speaks of another amount than ours: nothing is granted, somebody has to look. */
export class PaymentMismatchError extends Error {
  override name = 'PaymentMismatchError';
}

/** Asks the provider about a payment and applies the answer. Null when either side does not know it. */
export async function refreshPayment(deps: SettleDeps, providerId: string): Promise<PaymentRow | null> {
  const intent = await deps.payments.getIntent(providerId);
  return intent && settlePayment(deps, intent);
}

/** Applies what the provider says. Null when the intent is not one of ours. */
export async function settlePayment(deps: SettleDeps, intent: ProviderIntent): Promise<PaymentRow | null> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await deps.db.transaction((tx) => settleIn(deps, tx, intent));
    } catch (error) {
      // Two settlements locked the same rows: the database let one go first.
      if (attempt >= 4 || !['40P01', '40001'].includes(sqlState(error) ?? '')) throw error;
    }
  }
}

async function settleIn(deps: SettleDeps, tx: Tx, intent: ProviderIntent): Promise<PaymentRow | null> {
  const row = await lockPayment(deps, tx, intent);
  if (!row) return null;
  if (row.amount !== intent.amount || row.currency !== intent.currency)
    throw new PaymentMismatchError(
      `Payment ${row.id} is ${row.amount} ${row.currency}, the provider's ${intent.id} ${intent.amount} ${intent.currency}.`,
    );
  const known: Standing = { state: row.state, refunded: row.refundedAmount, dispute: row.dispute };
  const next = advance(known, intent);
  const wasPaid = known.state === 'succeeded';
  const pays = !wasPaid && next.state === 'succeeded';
  const paid = toPaid(row, intent);
  let given: Given = { grantState: row.grantState, grantNote: row.grantNote };
  if (pays) {
    await writeMoneyEvent(tx, row.id, paid.paidAt, 'paid', row.amount, intent.id);
    const outcome = await giveGrant(deps, tx, paid);
    const grantNote = outcome.outcome === 'refused' ? outcome.reason : outcome.note;
    given = { grantState: outcome.outcome, grantNote };
  }
  if (next.state === 'canceled' && known.state !== 'canceled') {
    await writeMoneyEvent(tx, row.id, deps.clock.now(), 'canceled', 0);
    await grantOf(deps, row.product).release?.(tx, row);
  }
  given = await applyRefunds(deps, tx, paid, known, next, given);
  given = await applyDispute(deps, tx, paid, known, next, given);
  return writeStanding(deps, tx, row, intent, next, given);
}

type Given = Pick<PaymentRow, 'grantState' | 'grantNote'>;

/** Locks our row for the intent. If our process died before it learned the intent's id, the metadata identifies the row. */
async function lockPayment(
  { payments }: SettleDeps,
  tx: Tx,
  intent: ProviderIntent,
): Promise<PaymentRow | null> {
  const ours = Number(intent.metadata.paymentId);
  const byId = and(eq(paymentIntents.provider, payments.name), eq(paymentIntents.providerId, intent.id));
  const unanswered = Number.isSafeInteger(ours)
    ? and(
        eq(paymentIntents.id, ours),
        isNull(paymentIntents.providerId),
        eq(paymentIntents.provider, payments.name),
        eq(paymentIntents.idempotencyKey, intent.metadata.key ?? ''),
      )
    : undefined;
  const [row] = await tx.select().from(paymentIntents).where(or(byId, unanswered)).for('update');
  return row ?? null;
}

export function toPaid(row: PaymentRow, intent?: ProviderIntent): PaidPayment {
  return {
    id: row.id,
    providerId: row.providerId ?? intent?.id ?? '',
    product: row.product,
    submissionId: row.submissionId,
    albumId: row.albumId,
    payload: row.payload,
    giftTo: row.giftTo,
    amount: row.amount,
    currency: row.currency,
    description: row.description,
    card: intent?.card?.fingerprint ?? null,
    paidAt: row.paidAt ?? intent?.paidAt ?? new Date(0),
  };
}

async function giveGrant(deps: SettleDeps, tx: Tx, paid: PaidPayment): Promise<GrantOutcome> {
  const outcome = await grantOf(deps, paid.product).grant(tx, paid);
  const now = deps.clock.now();
  if (outcome.outcome !== 'refused') {
    await writeMoneyEvent(tx, paid.id, now, outcome.outcome, 0, outcome.note);
    return outcome;
  }
  await writeMoneyEvent(tx, paid.id, now, 'refused', 0, outcome.reason);
  await requestRefund(deps, tx, {
    paymentId: paid.id,
    cents: paid.amount,
    reason: 'too_late',
    askedBy: 'rule',
  });
  return outcome;
}

export interface RefundRequest {
  paymentId: number;
  cents: number;
  reason: string;
  askedBy: string;
}

/** Records a refund; a job sends it. The book shows the money going back only once the provider has returned it. */
export async function requestRefund(
  { queue, clock }: Pick<Deps, 'queue' | 'clock'>,
  tx: Tx,
  order: RefundRequest,
): Promise<number> {
  const now = clock.now();
  const [refund] = await tx
    .insert(paymentRefunds)
    .values({ ...order, askedAt: now })
    .returning({ id: paymentRefunds.id });
  await writeMoneyEvent(tx, order.paymentId, now, 'refund_asked', 0, `${order.cents} ${order.reason}`);
  await queue.enqueue(tx, REFUND_JOB, { refundId: refund.id });
  return refund.id;
}

async function applyRefunds(
  deps: SettleDeps,
  tx: Tx,
  paid: PaidPayment,
  known: Standing,
  next: Standing,
  given: Given,
): Promise<Given> {
  const back = next.refunded - known.refunded;
  if (back <= 0) return given;
  await writeMoneyEvent(tx, paid.id, deps.clock.now(), 'refunded', -back);
  if (next.refunded !== paid.amount) return given;
  return revokeGrant(deps, tx, paid, given, 'refunded', known.state !== 'succeeded');
}

async function applyDispute(
  deps: SettleDeps,
  tx: Tx,
  paid: PaidPayment,
  known: Standing,
  next: Standing,
  given: Given,
): Promise<Given> {
  if (next.dispute === known.dispute) return given;
  const now = deps.clock.now();
  if (known.dispute === 'none') await writeMoneyEvent(tx, paid.id, now, 'dispute_opened', 0);
  if (next.dispute === 'lost') {
    await writeMoneyEvent(tx, paid.id, now, 'dispute_lost', -(paid.amount - next.refunded));
    return revokeGrant(deps, tx, paid, given, 'dispute_lost', known.state !== 'succeeded');
  }
  if (next.dispute === 'won') await writeMoneyEvent(tx, paid.id, now, 'dispute_won', 0);
  if (given.grantState === 'granted')
    await grantOf(deps, paid.product).pause?.(tx, paid, next.dispute === 'open');
  return given;
}

async function revokeGrant(
  deps: SettleDeps,
  tx: Tx,
  paid: PaidPayment,
  given: Given,
  reason: RevokeReason,
  fresh: boolean,
): Promise<Given> {
  const { grantState } = given;
  if (grantState !== 'granted' && grantState !== 'waiting') return given;
  const grant = grantOf(deps, paid.product);
  const said = grantState === 'granted' ? await grant.revoke(tx, paid, reason, fresh) : null;
  await writeMoneyEvent(tx, paid.id, deps.clock.now(), 'revoked', 0, reason);
  return { grantState: 'revoked', grantNote: said ?? COPY.wentBack };
}

async function writeStanding(
  { clock }: SettleDeps,
  tx: Tx,
  row: PaymentRow,
  intent: ProviderIntent,
  next: Standing,
  given: Given,
): Promise<PaymentRow> {
  const paidAt = row.paidAt ?? intent.paidAt;
  const [written] = await tx
    .update(paymentIntents)
    .set({
      providerId: intent.id,
      clientSecret: intent.clientSecret,
      state: next.state,
      refundedAmount: next.refunded,
      dispute: next.dispute,
      paidAt: next.state === 'succeeded' ? paidAt : null,
      canceledAt: next.state === 'canceled' ? (row.canceledAt ?? clock.now()) : null,
      failureCode: intent.failure?.code ?? null,
      failureMessage: intent.failure?.message ?? null,
      cardBrand: intent.card?.brand ?? row.cardBrand,
      cardLast4: intent.card?.last4 ?? row.cardLast4,
      ...given,
    })
    .where(eq(paymentIntents.id, row.id))
    .returning();
  return written;
}

export async function writeMoneyEvent(
  tx: Tx,
  paymentId: number,
  at: Date,
  kind: MoneyEventKind,
  cents: number,
  detail = '',
): Promise<void> {
  await tx.insert(moneyEvents).values({ paymentId, at, kind, cents, detail });
}
