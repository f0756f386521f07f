/** Invited artists, as in migrations/0014_invitations.sql. */
import { boolean, integer, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

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
