/** Reads of orders: the staff's list, an order's stores, and what a product's buyers are told. */
import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { ProductId } from '#campaign/document.ts';
import type { Deps } from '#deps.ts';
import { PRODUCTS } from '#features/payments/rules-catalogue.ts';
import type { SearchPage } from '#features/submissions/contract.ts';
import type { DbOrTx } from '#platform/db/connect.ts';
import { type Direction, keyset } from '#platform/db/keyset.ts';
import { searchPattern } from '#platform/db/search-pattern.ts';
import type { OrderProgress } from '#ports/grants.ts';
import type { Order, OrderSort, Store } from './contract.ts';
import { type OrderRow, orderStores, orders } from './table.ts';

interface OrderPage extends SearchPage {
  open: boolean;
  sort: OrderSort;
  direction: Direction;
}

export async function listOrders(
  { db, grants }: Pick<Deps, 'db' | 'grants'>,
  { open, search, sort, direction, after, limit }: OrderPage,
): Promise<Order[]> {
  const place = sort === 'due' ? orders.dueAt : orders.openedAt;
  const last =
    after === undefined
      ? undefined
      : db.select({ place, id: orders.id }).from(orders).where(eq(orders.id, after));
  const { where, orderBy } = keyset({ place, id: orders.id, direction, last: last && sql`${last}` });
  const rows = await db
    .select()
    .from(orders)
    .where(
      and(
        open ? inArray(orders.state, ['waiting', 'in_progress', 'paused']) : undefined,
        await matchWords({ db, grants }, search),
        where,
      ),
    )
    .orderBy(orderBy)
    .limit(limit);
  const stores = await readStores(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => presentOrder(row, stores.get(row.id)));
}

/** In what it says, or in what its album is called and by whom it is: each by its index, or along the order. */
async function matchWords({ db, grants }: Pick<Deps, 'db' | 'grants'>, search: string) {
  const words = searchPattern(search);
  if (!words) return undefined;
  const found = await Promise.all(grants.map((grant) => grant.findSubjects?.(db, { words }) ?? []));
  const albumIds = found.flat().map(({ id }) => id);
  return sql`((${orders.title} || E'\\n' || ${orders.note}) ILIKE ${words}
    OR ${orders.albumId} = ANY(${sql.param(albumIds)}::int[]))`;
}

export function presentOrder(row: OrderRow, stores: Store[] = []): Order {
  const { paymentId: _, openedAt, dueAt, changedAt, ...order } = row;
  return {
    ...order,
    productName: PRODUCTS[row.product].name,
    openedAt: openedAt.toISOString(),
    dueAt: dueAt.toISOString(),
    changedAt: changedAt.toISOString(),
    stores,
  };
}

/** How far each store of these orders is, in the campaign's order. */
export async function readStores(reader: DbOrTx, orderIds: number[]): Promise<Map<number, Store[]>> {
  const rows = await reader
    .select()
    .from(orderStores)
    .where(inArray(orderStores.orderId, orderIds))
    .orderBy(asc(orderStores.orderId), asc(orderStores.position));
  const found = new Map<number, Store[]>();
  for (const { orderId, store, state } of rows)
    found.set(orderId, [...(found.get(orderId) ?? []), { store, state }]);
  return found;
}

/** The order of a submission that still stands, if it has one. */
export async function findStandingOrder(
  reader: DbOrTx,
  submissionId: number,
  product: ProductId,
): Promise<OrderRow | undefined> {
  const [order] = await reader
    .select()
    .from(orders)
    .where(
      and(eq(orders.submissionId, submissionId), eq(orders.product, product), ne(orders.state, 'cancelled')),
    )
    .orderBy(desc(orders.id))
    .limit(1);
  return order;
}

export interface StandingOrder {
  id: number;
  paymentId: number;
  cents: number;
  submissionId: number | null;
  albumId: number | null;
  product: ProductId;
}

/** Orders that stand, as check-money compares them with the payments. */
export function listStandingOrders(reader: DbOrTx, products: readonly ProductId[]): Promise<StandingOrder[]> {
  const { id, paymentId, cents, submissionId, albumId, product, state } = orders;
  return reader
    .select({ id, paymentId, cents, submissionId, albumId, product })
    .from(orders)
    .where(and(inArray(product, [...products]), ne(state, 'cancelled')));
}

/** How far the order of a payment is, as its receipt says. */
export async function readProgress(reader: DbOrTx, paymentId: number): Promise<OrderProgress | null> {
  const [order] = await reader.select().from(orders).where(eq(orders.paymentId, paymentId));
  if (!order) return null;
  const { state, note, dueAt, changedAt } = order;
  return { state, note, dueAt, changedAt };
}
