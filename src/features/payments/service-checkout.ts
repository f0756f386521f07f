/** From the open card form to the charge: whether it can still be bought, who pays, and cancelling. */
import { and, eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { AppError, type ErrorCode } from '#platform/errors.ts';
import { COPY } from './copy.ts';
import { isOpen } from './rules-states.ts';
import { type CreateDeps, cancelPayment, digestBrowser, renewPayment } from './service.ts';
import { refreshPayment, type SettleDeps } from './service-settle.ts';
import { type PaymentRow, paymentIntents } from './table.ts';

const CANNOT_BE_BOUGHT: readonly ErrorCode[] = ['conflict', 'gone', 'closed', 'not_found'];

/** Right before the card is charged: throws when it can no longer be bought, and cancels it so that nobody pays. */
export async function checkPayable(
  deps: CreateDeps,
  clientSecret: string,
  browserId: string,
): Promise<PaymentRow> {
  const row = await requireBySecret(deps, clientSecret);
  if (row.state === 'succeeded') throw new AppError('conflict', COPY.alreadyPaid, { reason: 'paid' });
  if (row.state === 'canceled') throw new AppError('gone', COPY.canceled, { reason: 'canceled' });
  try {
    if (row.amount !== deps.campaign.prices[row.product])
      throw new AppError('gone', COPY.priceChanged, { reason: 'price_changed' });
    const renewed = await renewPayment(deps, row, row);
    if (!renewed) throw new AppError('gone', COPY.canceled, { reason: 'canceled' });
    await notePayer(deps, renewed.id, browserId);
    return renewed;
  } catch (error) {
    if (error instanceof AppError && CANNOT_BE_BOUGHT.includes(error.code)) await cancelPayment(deps, row);
    throw error;
  }
}

/** Who sent the card: everybody who asks shares a track's open payment, but not the card on its receipt. */
async function notePayer(deps: CreateDeps, id: number, browserId: string): Promise<void> {
  await deps.db
    .update(paymentIntents)
    .set({ payerDigest: digestBrowser(deps, browserId) })
    .where(and(eq(paymentIntents.id, id), eq(paymentIntents.state, 'requires_payment_method')));
}

async function requireBySecret({ db }: Pick<Deps, 'db'>, clientSecret: string): Promise<PaymentRow> {
  const [row] = await db.select().from(paymentIntents).where(eq(paymentIntents.clientSecret, clientSecret));
  if (!row) throw new AppError('not_found', 'Payment not found');
  return row;
}

/** The buyer no longer wants to pay. What was paid in the meantime stays paid, and the answer says so. */
export async function cancelCheckout(
  deps: SettleDeps,
  clientSecret: string,
  ifIdle = false,
): Promise<PaymentRow> {
  const row = await requireBySecret(deps, clientSecret);
  if (!isOpen(row.state)) return row;
  if (!ifIdle || !row.providerId) return cancelPayment(deps, row);
  const now = (await refreshPayment(deps, row.providerId)) ?? row;
  return now.state === 'requires_payment_method' ? cancelPayment(deps, now) : now;
}
