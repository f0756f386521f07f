/** Orders, and how far a distributed track is on its way to each store, as in migrations/0010_orders.sql. */
import { integer, pgTable, primaryKey, smallint, text, timestamp, varchar } from 'drizzle-orm/pg-core';
import type { ProductId } from '#campaign/document.ts';
import { type Order, STORE_STATES } from './contract.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const orders = pgTable('orders', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  paymentId: integer('payment_id').notNull(),
  product: varchar('product', { length: 40 }).$type<ProductId>().notNull(),
  submissionId: integer('submission_id'),
  albumId: integer('album_id'),
  title: text('title').notNull(),
  cents: integer('cents').notNull(),
  state: varchar('state', { length: 12 }).$type<Order['state']>().notNull().default('waiting'),
  note: text('note').notNull().default(''),
  openedAt: at('opened_at').notNull(),
  dueAt: at('due_at').notNull(),
  changedAt: at('changed_at').notNull(),
});
export type OrderRow = typeof orders.$inferSelect;

export const orderStores = pgTable(
  'distribution_stores',
  {
    orderId: integer('order_id').notNull(),
    store: text('store').notNull(),
    position: smallint('position').notNull(),
    state: varchar('state', { length: 10, enum: STORE_STATES }).notNull().default('planned'),
    changedAt: at('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.store] })],
);
