/** What the adapters keep in our database: the outbox its texts, Twilio the keys it does not know itself. */
import { pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const smsOutbox = pgTable('sms_outbox', {
  sid: text('sid').primaryKey(),
  idempotencyKey: text('idempotency_key').notNull(),
  toNumber: varchar('to_number', { length: 20 }).notNull(),
  body: text('body').notNull(),
  createdAt: at('created_at').notNull(),
  settlesAt: at('settles_at').notNull(),
  outcome: varchar('outcome', { length: 12, enum: ['delivered', 'undelivered'] }).notNull(),
  sendAfter: at('send_after'),
  cancelledAt: at('cancelled_at'),
});

export const smsKeys = pgTable('sms_keys', {
  key: text('key').primaryKey(),
  toNumber: varchar('to_number', { length: 20 }).notNull(),
  sid: text('sid'),
  createdAt: at('created_at').notNull(),
});
