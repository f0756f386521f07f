/** Places of limited pools, offers, and entries to the celebrity label, as in migrations/0011_offers.sql. */
import { boolean, integer, pgTable, primaryKey, text, timestamp, varchar } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const placePools = pgTable('place_pools', {
  name: varchar('name', { length: 20, enum: ['tour', 'discounted'] }).primaryKey(),
});

export const places = pgTable(
  'places',
  {
    pool: varchar('pool', { length: 20, enum: ['tour', 'discounted'] }).notNull(),
    number: integer('number').notNull(),
    capacity: integer('capacity').notNull(),
    submissionId: integer('submission_id').notNull(),
    state: varchar('state', { length: 10, enum: ['held', 'paying', 'taken'] }).notNull(),
    heldAt: at('held_at').notNull(),
    heldUntil: at('held_until'),
    paymentId: integer('payment_id'),
    heldBy: text('held_by'),
    heldFrom: text('held_from'),
  },
  (table) => [primaryKey({ columns: [table.pool, table.number] })],
);
export type PlaceRow = typeof places.$inferSelect;
export type PoolName = PlaceRow['pool'];

export const firstHolds = pgTable('first_holds', {
  submissionId: integer('submission_id').primaryKey(),
  heldAt: at('held_at').notNull(),
  heldUntil: at('held_until').notNull(),
});

export const offers = pgTable('offers', {
  submissionId: integer('submission_id').primaryKey(),
  issuedAt: at('issued_at').notNull(),
  expiresAt: at('expires_at').notNull(),
});
export type OfferRow = typeof offers.$inferSelect;

export const labelEntries = pgTable('label_entries', {
  submissionId: integer('submission_id').primaryKey(),
  createdAt: at('created_at').notNull(),
  paymentCompleted: boolean('payment_completed').notNull().default(false),
  paymentId: integer('payment_id'),
});
