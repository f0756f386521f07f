/** The orders of a visitor: for their own tracks and albums, and those they paid for. */
import { and, desc, eq, lt, or, sql } from 'drizzle-orm';
import type { Basis, Deps } from '#deps.ts';
import { PRODUCTS } from '#features/payments/rules-catalogue.ts';
import { isPaidBy } from '#features/payments/service-belongings.ts';
import { paymentIntents } from '#features/payments/table.ts';
import { anyInt } from '#platform/db/any-of.ts';
import type { DbOrTx } from '#platform/db/connect.ts';
import type { Belonging, BelongingList, Belongings, ListPage, Owner } from '#ports/belongings.ts';
import { sayDue } from './format-due.ts';
import { ORDER_WORDS } from './rules.ts';
import { type OrderRow, orders } from './table.ts';

export function orderBelongings(deps: Basis): Belongings {
  return { parts: { order: (reader, owner, page) => listOwn(deps, reader, owner, page) } };
}

async function listOwn(
  deps: Pick<Deps, 'tokens' | 'clock'>,
  reader: DbOrTx,
  owner: Owner,
  { before, limit }: ListPage,
): Promise<BelongingList> {
  const isTheirs = or(
    sql`${orders.submissionId} = ${anyInt(owner.submissionIds)}`,
    sql`${orders.albumId} = ${anyInt(owner.albumIds)}`,
    sql`${orders.paymentId} = ANY(ARRAY(SELECT id FROM ${paymentIntents} WHERE ${isPaidBy(deps, owner)}))`,
  );
  const rows = await reader
    .select({ order: orders, receiptCode: paymentIntents.receiptCode })
    .from(orders)
    .innerJoin(paymentIntents, eq(paymentIntents.id, orders.paymentId))
    .where(and(isTheirs, before ? lt(orders.id, before) : undefined))
    .orderBy(desc(orders.id))
    .limit(limit);
  const [{ total }] = await reader.select({ total: sql<number>`count(*)::int` }).from(orders).where(isTheirs);
  return { items: rows.map((row) => present(row.order, row.receiptCode, deps.clock.now())), total };
}

function present(order: OrderRow, receiptCode: string, now: Date): Belonging {
  const isOpen = order.state === 'waiting' || order.state === 'in_progress';
  const due = isOpen ? `Due: ${sayDue(order.dueAt.toISOString(), now.getTime()).words}.` : null;
  return {
    id: order.id,
    title: `${PRODUCTS[order.product].name}: ${order.title}`,
    state: ORDER_WORDS[order.state],
    tone: order.state === 'delivered' ? 'good' : order.state === 'paused' ? 'warm' : 'plain',
    note: [order.note, due].filter(Boolean).join(' ') || null,
    next: { label: 'Receipt', path: `/receipt/${receiptCode}` },
    also: null,
    at: order.changedAt,
  };
}
