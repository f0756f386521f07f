/** People and where they are signed in, as in migrations/0021_people.sql. */
import { integer, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const people = pgTable('people', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  phoneE164: varchar('phone_e164', { length: 20 }).notNull(),
  createdAt: at('created_at').notNull(),
});

export const personSessions = pgTable('person_sessions', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  personId: integer('person_id').notNull(),
  secretDigest: text('secret_digest').notNull(),
  provenBy: varchar('proven_by', { length: 10, enum: ['sms', 'passkey'] }).notNull(),
  agent: text('agent').notNull(),
  createdAt: at('created_at').notNull(),
  lastSeenAt: at('last_seen_at').notNull(),
  expiresAt: at('expires_at').notNull(),
});
