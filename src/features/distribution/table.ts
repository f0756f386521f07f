/** How far a distributed track is on its way to each store, as in migrations/0002_money.sql. */
import { integer, pgTable, primaryKey, smallint, text, timestamp, varchar } from 'drizzle-orm/pg-core';

export const distributionStores = pgTable(
  'distribution_stores',
  {
    orderId: integer('order_id').notNull(),
    store: text('store').notNull(),
    position: smallint('position').notNull(),
    state: varchar('state', { length: 10, enum: ['planned', 'sent', 'live'] })
      .notNull()
      .default('planned'),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.store] })],
);
