/** People, how they prove who they are and where they are signed in, as in migrations/0021_people.sql and 0023_proofs.sql. */
import { bigint, boolean, customType, integer, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

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

export const personCodes = pgTable('person_codes', {
  phoneDigest: text('phone_digest').primaryKey(),
  codeDigest: text('code_digest'),
  textKey: text('text_key').notNull(),
  agreed: boolean('agreed').notNull(),
  tries: integer('tries').notNull().default(0),
  askedAt: at('asked_at').notNull(),
  expiresAt: at('expires_at').notNull(),
  dayBeganAt: at('day_began_at').notNull(),
  dayCount: integer('day_count').notNull().default(1),
});

export const personPasskeys = pgTable('person_passkeys', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  personId: integer('person_id').notNull(),
  credentialId: text('credential_id').notNull(),
  publicKey: bytea('public_key').notNull(),
  counter: bigint('counter', { mode: 'number' }).notNull(),
  transports: text('transports').array().notNull(),
  synced: boolean('synced').notNull(),
  agent: text('agent').notNull(),
  createdAt: at('created_at').notNull(),
  lastUsedAt: at('last_used_at'),
});

export const personChallenges = pgTable('person_challenges', {
  challengeDigest: text('challenge_digest').primaryKey(),
  browserDigest: text('browser_digest').notNull(),
  personId: integer('person_id'),
  expiresAt: at('expires_at').notNull(),
});
