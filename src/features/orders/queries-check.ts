/** For check-money: whether orders, their payments and what hangs on them say the same. Reads only. */
import { and, eq, exists, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { ProductId } from '#campaign/document.ts';
import { paymentIntents } from '#features/payments/table.ts';
import type { DbOrTx } from '#platform/db/connect.ts';
import { orders } from './table.ts';

export async function findWrongOrders(reader: DbOrTx, products: readonly ProductId[]): Promise<string[]> {
  const rows = await reader
    .select({ order: orders, payment: paymentIntents })
    .from(orders)
    .innerJoin(paymentIntents, eq(paymentIntents.id, orders.paymentId))
    .where(
      and(
        inArray(orders.product, [...products]),
        sql`(${orders.cents}, ${orders.product}, ${orders.submissionId}, ${orders.albumId}, ${orders.state} = 'cancelled')
          IS DISTINCT FROM (${paymentIntents.amount}, ${paymentIntents.product}, ${paymentIntents.submissionId},
            ${paymentIntents.albumId}, ${paymentIntents.grantState} = 'revoked')`,
      ),
    );
  return rows.map(
    ({ order, payment }) =>
      `Order ${order.id} (${order.state}) and its payment ${payment.id} (${payment.grantState}) disagree.`,
  );
}

/** Whether an order for one of these products stands; `isOf` ties it to the row that is asked about. */
export function hasStandingOrder(reader: DbOrTx, products: readonly ProductId[], isOf: SQL): SQL {
  return exists(
    reader
      .select({ id: orders.id })
      .from(orders)
      .where(and(inArray(orders.product, [...products]), ne(orders.state, 'cancelled'), isOf)),
  );
}
