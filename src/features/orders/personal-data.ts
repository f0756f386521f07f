/** What orders keep about a person. The order stays with its payment; whom it names goes. */
import { inArray, or } from 'drizzle-orm';
import { sql } from '#platform/db/connect.ts';
import { ERASED, type Person, type PersonalData } from '#ports/personal-data.ts';
import { orderStores, orders } from './table.ts';

/** Orders for their tracks and albums. */
const orderedBy = ({ submissionIds, albumIds }: Person) =>
  or(inArray(orders.submissionId, submissionIds), inArray(orders.albumId, albumIds));

export const orderData = (): PersonalData => ({
  columns: ['orders.title', 'orders.note'],
  kept: {
    'the books: which product': ['orders.product'],
    'the name of a store': ['distribution_stores.store'],
  },
  export: async (tx, person) => ({
    orders: (
      await tx.execute(sql`
        SELECT ${orders.product}, ${orders.title}, ${orders.state}, ${orders.openedAt}, ${orders.dueAt},
          (SELECT jsonb_object_agg(${orderStores.store}, ${orderStores.state}) FROM ${orderStores}
            WHERE ${orderStores.orderId} = ${orders.id}) AS stores
        FROM ${orders} WHERE ${orderedBy(person)} ORDER BY ${orders.id}`)
    ).rows,
  }),
  async erase(tx, person) {
    await tx.update(orders).set({ title: ERASED, note: '' }).where(orderedBy(person));
  },
});
