/** The sandbox's own books: a bank would have them on its own servers. */
import { char, integer, jsonb, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const sandboxIntents = pgTable('sandbox_intents', {
  id: text('id').primaryKey(),
  idempotencyKey: text('idempotency_key').notNull(),
  clientSecret: text('client_secret').notNull(),
  amount: integer('amount').notNull(),
  currency: char('currency', { length: 3 }).notNull(),
  description: text('description').notNull(),
  metadata: jsonb('metadata').notNull(),
  state: varchar('state', { length: 30 }).notNull(),
  createdAt: at('created_at').notNull(),
  succeededAt: at('succeeded_at'),
  settlesAt: at('settles_at'),
  challengeCode: text('challenge_code'),
  returnPath: text('return_path'),
  cardBrand: varchar('card_brand', { length: 20 }),
  cardLast4: varchar('card_last4', { length: 4 }),
  cardFingerprint: text('card_fingerprint'),
  failureCode: varchar('failure_code', { length: 60 }),
  failureMessage: text('failure_message'),
  refunded: integer('refunded').notNull().default(0),
  dispute: varchar('dispute', { length: 10 }).notNull().default('none'),
});

export const sandboxRefunds = pgTable('sandbox_refunds', {
  id: text('id').primaryKey(),
  idempotencyKey: text('idempotency_key').notNull(),
  intentId: text('intent_id').notNull(),
  amount: integer('amount').notNull(),
  createdAt: at('created_at').notNull(),
});

export const sandboxEvents = pgTable('sandbox_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  intentId: text('intent_id').notNull(),
  createdAt: at('created_at').notNull(),
  deliveredAt: at('delivered_at'),
});
