/** From the open card form to the charge: whether it can still be bought, and cancelling. */
import { eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { AppError, type ErrorCode } from '#platform/errors.ts';
import { COPY } from './copy.ts';
import { isOpen } from './rules-states.ts';
import { type CreateDeps, cancelPayment, renewPayment } from './service.ts';
import { type Asker, holderOf, isPayer, type Payer, requireParty } from './service-payer.ts';
import { refreshPayment, type SettleDeps } from './service-settle.ts';
import { type PaymentRow, paymentIntents } from './table.ts';

const CANNOT_BE_BOUGHT: readonly ErrorCode[] = ['conflict', 'gone', 'closed', 'not_found'];

/** Right before the card is charged: throws when it can no longer be bought, and cancels it so that nobody pays. */
export async function checkPayable(
  deps: CreateDeps,
  clientSecret: string,
  payer: Payer,
): Promise<PaymentRow> {
  const row = await requireBySecret(deps, clientSecret);
  if (!isPayer(deps, row, payer)) throw new AppError('forbidden', COPY.notYours, { reason: 'not_yours' });
  if (row.state === 'succeeded') throw new AppError('conflict', COPY.alreadyPaid, { reason: 'paid' });
  if (row.state === 'canceled') throw new AppError('gone', COPY.canceled, { reason: 'canceled' });
  try {
    if (row.amount !== deps.campaign.prices[row.product])
      throw new AppError('gone', COPY.priceChanged, { reason: 'price_changed' });
    const renewed = await renewPayment(deps, row, row, holderOf(deps, payer));
    if (!renewed) throw new AppError('gone', COPY.canceled, { reason: 'canceled' });
    return renewed;
  } catch (error) {
    if (error instanceof AppError && CANNOT_BE_BOUGHT.includes(error.code)) await cancelPayment(deps, row);
    throw error;
  }
}

async function requireBySecret({ db }: Pick<Deps, 'db'>, clientSecret: string): Promise<PaymentRow> {
  const [row] = await db.select().from(paymentIntents).where(eq(paymentIntents.clientSecret, clientSecret));
  if (!row) throw new AppError('not_found', 'Payment not found');
  return row;
}

/** The buyer no longer wants to pay. What was paid in the meantime stays paid, and the answer says so. */
export async function cancelCheckout(
  deps: SettleDeps & Pick<Deps, 'tokens'>,
  clientSecret: string,
  asker: Asker,
  ifIdle = false,
): Promise<PaymentRow> {
  const row = await requireBySecret(deps, clientSecret);
  await requireParty(deps, row, asker);
  if (!isOpen(row.state)) return row;
  if (!ifIdle || !row.providerId) return cancelPayment(deps, row);
  const now = (await refreshPayment(deps, row.providerId)) ?? row;
  return now.state === 'requires_payment_method' ? cancelPayment(deps, now) : now;
}
