/** Staff accounts, sessions, failed sign-ins, applications for access, as in migrations/0016_accounts.sql, 0037_reviewers.sql and 0044_staff_factors.sql. */
import { bigint, boolean, customType, integer, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core';
import { REQUEST_STATES } from '#features/partners/contract.ts';
import { STAFF_ROLES } from './limits.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const admins = pgTable('admins', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  email: varchar('email', { length: 255 }).notNull(),
  passwordHash: text('password_hash').notNull(),
  name: varchar('name', { length: 255 }).notNull(),
  role: varchar('role', { length: 10, enum: STAFF_ROLES }).notNull().default('a&r'),
  createdAt: at('created_at').notNull().defaultNow(),
  disabledAt: at('disabled_at'),
  passwordChangedAt: at('password_changed_at').notNull().defaultNow(),
  lastSignInAt: at('last_sign_in_at'),
});

export const adminSessions = pgTable('admin_sessions', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  adminId: integer('admin_id').notNull(),
  secretDigest: text('secret_digest').notNull(),
  previousDigest: text('previous_digest'),
  rotatedAt: at('rotated_at').notNull(),
  secretSeen: boolean('secret_seen').notNull().default(true),
  createdAt: at('created_at').notNull(),
  lastSeenAt: at('last_seen_at').notNull(),
  expiresAt: at('expires_at').notNull(),
  address: text('address').notNull(),
  agent: text('agent').notNull(),
  secondFactor: boolean('second_factor').notNull().default(false),
});

export const adminTotp = pgTable('admin_totp', {
  adminId: integer('admin_id').primaryKey(),
  nonce: text('nonce').notNull(),
  confirmedAt: at('confirmed_at'),
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
});

export const adminPasskeys = pgTable('admin_passkeys', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  adminId: integer('admin_id').notNull(),
  credentialId: text('credential_id').notNull(),
  publicKey: bytea('public_key').notNull(),
  counter: bigint('counter', { mode: 'number' }).notNull(),
  agent: text('agent').notNull(),
  createdAt: at('created_at').notNull(),
  lastUsedAt: at('last_used_at'),
});

export const signInFailures = pgTable('sign_in_failures', {
  key: text('key').primaryKey(),
  failures: integer('failures').notNull(),
  lastAt: at('last_at').notNull(),
  blockedUntil: at('blocked_until').notNull(),
});

export const accessRequests = pgTable('access_requests', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: varchar('name', { length: 255 }).notNull(),
  email: varchar('email', { length: 255 }).notNull(),
  label: varchar('label', { length: 255 }).notNull(),
  message: text('message').notNull().default(''),
  state: varchar('state', { length: 10, enum: REQUEST_STATES }).notNull().default('new'),
  createdAt: at('created_at').notNull(),
  decidedAt: at('decided_at'),
  decidedBy: integer('decided_by'),
});
