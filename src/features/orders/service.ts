/** Orders: what was sold and needs a person. Opened by grants, worked on by staff, seen by the buyer. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { addNotice, type NewNotice } from '#features/notices/service.ts';
import { PRODUCTS } from '#features/payments/rules-catalogue.ts';
import { submissions } from '#features/submissions/table.ts';
import { recordAudit, type StaffActor } from '#platform/audit.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { PaidPayment } from '#ports/grants.ts';
import type { Order, Store } from './contract.ts';
import { ORDER_WORDS, ORDERS_PATH } from './rules.ts';
import { type OrderRow, orderStores, orders } from './table.ts';

const DAY_MS = 86_400_000;

interface NewOrder {
  dueDays: number;
  /** Where a track is to be distributed, in the order they are shown. */
  stores?: readonly string[];
}

export async function openOrder(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  paid: PaidPayment,
  { dueDays, stores = [] }: NewOrder,
): Promise<void> {
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
    .returning({ id: orders.id });
  const rows = stores.map((store, position) => ({ orderId: order.id, store, position, changedAt: now }));
  if (rows.length > 0) await tx.insert(orderStores).values(rows);
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

interface Progress {
  state: Exclude<Order['state'], 'cancelled' | 'paused'>;
  note?: string;
}

type MoveDeps = Pick<Deps, 'db' | 'clock' | 'queue' | 'grants'>;

/** Staff say how far they are. A cancelled order stays cancelled: its money went back. */
export function moveOrder(
  deps: MoveDeps,
  actor: StaffActor,
  id: number,
  { state, note }: Progress,
): Promise<OrderRow> {
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const [before] = await tx.select().from(orders).where(eq(orders.id, id)).for('update');
    if (!before || before.state === 'cancelled' || before.state === 'paused')
      throw new AppError('conflict', 'This order is not open.');
    const [row] = await tx
      .update(orders)
      .set({ state, note, changedAt: now })
      .where(eq(orders.id, id))
      .returning();
    const subject = { type: 'order', id };
    await recordAudit(tx, { at: now, actor, action: 'order.move', subject, detail: { state } });
    if (before.state !== state) await tellOwner(deps, tx, row);
    return row;
  });
}

/** Whoever has the track or album it is for. */
async function tellOwner(deps: MoveDeps, tx: Tx, order: OrderRow): Promise<void> {
  const about = await findSubject(deps, tx, order);
  if (!about) return;
  await addNotice(deps, tx, {
    ...about,
    kind: 'order',
    key: `order:${order.id}:${order.changedAt.toISOString()}`,
    title: `${PRODUCTS[order.product].name}: ${ORDER_WORDS[order.state].toLowerCase()}`,
    body: order.note || order.title,
    path: ORDERS_PATH,
  });
}

type Found = Pick<NewNotice, 'about' | 'phone'>;

async function findSubject(
  { grants }: MoveDeps,
  tx: Tx,
  { submissionId, albumId }: OrderRow,
): Promise<Found | null> {
  if (submissionId !== null) {
    const [track] = await tx
      .select({ phone: submissions.phoneE164 })
      .from(submissions)
      .where(eq(submissions.id, submissionId));
    return track ? { about: { submissionId }, phone: track.phone } : null;
  }
  if (albumId === null) return null;
  const found = await Promise.all(grants.map((grant) => grant.findSubjects?.(tx, { id: albumId }) ?? []));
  const album = found.flat()[0];
  return album ? { about: { albumId }, phone: album.phone } : null;
}

/** All stores of an order that are in one state go on to another, with the batch that goes to them. */
export async function moveStores(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  orderId: number,
  from: Store['state'],
  to: Store['state'],
): Promise<void> {
  await tx
    .update(orderStores)
    .set({ state: to, changedAt: clock.now() })
    .where(and(eq(orderStores.orderId, orderId), eq(orderStores.state, from)));
}

/** Staff say how far a store is. */
export function moveStore(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: StaffActor,
  orderId: number,
  { store, state }: Store,
): Promise<void> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const moved = await tx
      .update(orderStores)
      .set({ state, changedAt: now })
      .where(and(eq(orderStores.orderId, orderId), eq(orderStores.store, store)))
      .returning({ store: orderStores.store });
    if (moved.length === 0) throw new AppError('not_found', 'This order has no such store.');
    const subject = { type: 'order', id: orderId };
    await recordAudit(tx, { at: now, actor, action: 'order.move-store', subject, detail: { store, state } });
  });
}
