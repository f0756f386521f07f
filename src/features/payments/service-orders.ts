/** Orders: what was sold and needs a person. Opened by grants, worked on by staff, seen by the buyer. */
import { and, eq, inArray, ne } from 'drizzle-orm';
import type { ProductId } from '#campaign/document.ts';
import type { Deps } from '#deps.ts';
import { recordAudit, type StaffActor } from '#platform/audit.ts';
import type { DbOrTx, Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { PaidPayment } from '#ports/grants.ts';
import type { OrderState } from './rules-states.ts';
import { type OrderRow, orders } from './table.ts';

const DAY_MS = 86_400_000;

export async function openOrder(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  paid: PaidPayment,
  dueDays: number,
): Promise<OrderRow> {
  const now = clock.now();
  const [order] = await tx
    .insert(orders)
    .values({
      paymentId: paid.id,
      product: paid.product,
      submissionId: paid.submissionId,
      albumId: paid.albumId,
      title: paid.description,
      cents: paid.amount,
      openedAt: now,
      changedAt: now,
      dueAt: new Date(now.getTime() + dueDays * DAY_MS),
    })
    .returning();
  return order;
}

export async function cancelOrder(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  paymentId: number,
  note: string,
): Promise<void> {
  await tx
    .update(orders)
    .set({ state: 'cancelled', note, changedAt: clock.now() })
    .where(eq(orders.paymentId, paymentId));
}

/** While a dispute is open nobody works on it; afterwards it waits again. */
export async function pauseOrder(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  paymentId: number,
  paused: boolean,
): Promise<void> {
  await tx
    .update(orders)
    .set({ state: paused ? 'paused' : 'waiting', changedAt: clock.now() })
    .where(
      and(
        eq(orders.paymentId, paymentId),
        inArray(orders.state, paused ? ['waiting', 'in_progress'] : ['paused']),
      ),
    );
}

/** Staff say how far they are. A cancelled order stays cancelled: its money went back. */
export async function moveOrder(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: StaffActor,
  id: number,
  change: { state: Exclude<OrderState, 'cancelled' | 'paused'>; note?: string },
): Promise<OrderRow> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(orders)
      .set({ ...change, changedAt: now })
      .where(and(eq(orders.id, id), inArray(orders.state, ['waiting', 'in_progress', 'delivered'])))
      .returning();
    if (!row) throw new AppError('conflict', 'This order is not open.');
    const subject = { type: 'order', id };
    const detail = { state: change.state };
    await recordAudit(tx, { at: now, actor, action: 'order.move', subject, detail });
    return row;
  });
}

/** Orders that stand, as check-money compares them with the payments. */
export async function listStandingOrders(
  reader: DbOrTx,
  products: readonly ProductId[],
): Promise<{ paymentId: number; cents: number; submissionId: number | null }[]> {
  return reader
    .select({ paymentId: orders.paymentId, cents: orders.cents, submissionId: orders.submissionId })
    .from(orders)
    .where(and(inArray(orders.product, [...products]), ne(orders.state, 'cancelled')));
}
