/** Orders of a person, each with how far it is in the stores: payments keep the orders, and only here is both known. */
import { orderedBy } from '#features/payments/personal-data.ts';
import { orders } from '#features/payments/table.ts';
import { sql } from '#platform/db/connect.ts';
import type { PersonalData } from '#ports/personal-data.ts';

export const distributionData = (): PersonalData => ({
  columns: [],
  kept: { 'the name of a store': ['distribution_stores.store'] },
  export: async (tx, person) => ({
    orders: (
      await tx.execute(sql`
        SELECT ${orders.product}, ${orders.title}, ${orders.state}, ${orders.openedAt}, ${orders.dueAt},
          (SELECT jsonb_object_agg(d.store, d.state) FROM distribution_stores d WHERE d.order_id = ${orders.id}) AS stores
        FROM ${orders} WHERE ${orderedBy(person)} ORDER BY ${orders.id}`)
    ).rows,
  }),
});
