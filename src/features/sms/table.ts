/** Text messages and opt-outs, as in migrations/0013_sms.sql and 0022_text_purposes.sql. */
import { integer, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core';
import { TEXT_PURPOSES } from './rules.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const smsOptOuts = pgTable('sms_opt_outs', {
  phoneDigest: text('phone_digest').primaryKey(),
  source: varchar('source', { length: 10, enum: ['reply', 'page', 'erasure', 'staff'] }).notNull(),
  createdAt: at('created_at').notNull(),
});

export const TEXT_STATES = ['waiting', 'sending', 'scheduled', 'sent', 'failed'] as const;

export const textMessages = pgTable('text_messages', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  key: text('key').notNull(),
  phone: varchar('phone', { length: 20 }),
  phoneDigest: text('phone_digest').notNull(),
  body: text('body').notNull(),
  state: varchar('state', { length: 10, enum: TEXT_STATES }).notNull(),
  reason: varchar('reason', { length: 20 }),
  sid: text('sid'),
  cancelSid: text('cancel_sid'),
  code: varchar('code', { length: 26 }),
  invitationId: integer('invitation_id'),
  delivery: varchar('delivery', { length: 12, enum: ['waiting', 'delivered', 'undelivered'] })
    .notNull()
    .default('waiting'),
  createdAt: at('created_at').notNull(),
  sendAfter: at('send_after').notNull(),
  triedAt: at('tried_at'),
  purpose: varchar('purpose', { length: 10, enum: TEXT_PURPOSES }).notNull().default('ordinary'),
});
