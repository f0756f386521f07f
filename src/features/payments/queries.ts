/** Reads of payments: what the return page, the receipt and the staff's lists show. */
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { AppError } from '#platform/errors.ts';
import type { PaymentStatus, Receipt } from './contract.ts';
import { COPY } from './copy.ts';
import { PRODUCTS } from './rules-catalogue.ts';
import { type PaymentRow, paymentIntents, paymentRefunds } from './table.ts';

export interface PaymentHandle {
  clientSecret?: string;
  providerId?: string;
}

export async function findPayment(
  { db, payments }: Pick<Deps, 'db' | 'payments'>,
  { clientSecret, providerId }: PaymentHandle,
): Promise<PaymentRow | null> {
  const isIt = clientSecret
    ? eq(paymentIntents.clientSecret, clientSecret)
    : and(eq(paymentIntents.provider, payments.name), eq(paymentIntents.providerId, providerId ?? ''));
  const [row] = await db.select().from(paymentIntents).where(isIt);
  return row ?? null;
}

/** What whoever began a payment needs to pay it. */
export function presentBegun({ clientSecret, giftTo }: PaymentRow): {
  clientSecret: string;
  giftTo?: string;
} {
  if (!clientSecret) throw new AppError('bad_gateway', COPY.providerDown);
  return { clientSecret, giftTo: giftTo ?? undefined };
}

export function presentStatus(row: PaymentRow, testMode: boolean): PaymentStatus {
  return {
    status: row.state,
    product: row.product,
    productName: PRODUCTS[row.product].name,
    amount: row.amount,
    currency: row.currency,
    submissionId: row.submissionId,
    albumId: row.albumId,
    grantState: row.grantState,
    grantNote: row.grantNote,
    failureMessage: row.failureMessage,
    receiptCode: row.receiptCode,
    giftTo: row.giftTo,
    testMode,
  };
}

export async function findByReceipt({ db }: Pick<Deps, 'db'>, code: string): Promise<PaymentRow> {
  const [payment] = await db.select().from(paymentIntents).where(eq(paymentIntents.receiptCode, code));
  if (!payment) throw new AppError('not_found', 'Receipt not found');
  return payment;
}

/** The card's last digits are the payer's alone; what was given is not a giver's to take away. */
export async function presentReceipt(
  { db, grants }: Pick<Deps, 'db' | 'grants'>,
  payment: PaymentRow,
  isPayers: boolean,
): Promise<Receipt> {
  const grant = grants.find(({ products }) => products.includes(payment.product));
  const order = (await grant?.readOrder?.(db, payment.id)) ?? null;
  const isGranted = payment.grantState === 'granted';
  const [{ waiting }] = await db
    .select({ waiting: sql<number>`coalesce(sum(${paymentRefunds.cents}), 0)::int` })
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.paymentId, payment.id), eq(paymentRefunds.state, 'waiting')));
  return {
    code: payment.receiptCode,
    product: payment.product,
    productName: PRODUCTS[payment.product].name,
    description: payment.description,
    amount: payment.amount,
    currency: payment.currency,
    status: payment.state,
    failureMessage: payment.state === 'succeeded' ? null : payment.failureMessage,
    paidAt: payment.paidAt?.toISOString() ?? null,
    card:
      payment.cardBrand && payment.cardLast4 && isPayers
        ? { brand: payment.cardBrand, last4: payment.cardLast4 }
        : null,
    grantState: payment.grantState,
    grantNote: payment.grantNote,
    refunded: payment.refundedAmount,
    refundWaiting: waiting,
    dispute: payment.dispute,
    order: order && {
      ...order,
      dueAt: order.dueAt.toISOString(),
      changedAt: order.changedAt.toISOString(),
    },
    download: (isGranted && payment.giftTo === null && grant?.offerDownload?.(payment)) || null,
    giftTo: payment.giftTo,
    submissionId: payment.submissionId,
    albumId: payment.albumId,
    testMode: payment.provider === 'sandbox',
  };
}

/** Every payment of some submissions and albums, oldest first. */
export function listPayments(
  { db }: Pick<Deps, 'db'>,
  submissionIds: number[],
  albumIds: number[] = [],
): Promise<PaymentRow[]> {
  const { id, submissionId, albumId } = paymentIntents;
  return db
    .select()
    .from(paymentIntents)
    .where(or(inArray(submissionId, submissionIds), inArray(albumId, albumIds)))
    .orderBy(id);
}
