/** Text messages, opt-outs and invited artists, as in migrations/0006, 0012 and 0015. */
import { type AnyPgColumn, boolean, integer, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core';

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
  invitationId: integer('invitation_id').references((): AnyPgColumn => invitedArtists.id),
  delivery: varchar('delivery', { length: 12, enum: ['waiting', 'delivered', 'undelivered'] })
    .notNull()
    .default('waiting'),
  createdAt: at('created_at').notNull(),
  sendAfter: at('send_after').notNull(),
  triedAt: at('tried_at'),
});

export const invitedArtists = pgTable('invited_artists', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  phoneNumber: varchar('phone_number', { length: 20 }).notNull(),
  phoneDigest: text('phone_digest').notNull(),
  invitedBy: varchar('invited_by', { length: 255 }).notNull(),
  invitationSent: boolean('invitation_sent').notNull().default(true),
  messageSid: text('message_sid'),
  code: varchar('code', { length: 26 }).notNull(),
  createdAt: at('created_at').notNull(),
  joinedAt: at('joined_at'),
  answeredAt: at('answered_at'),
  erasedAt: at('erased_at'),
});
