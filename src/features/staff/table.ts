/** Staff accounts and their sessions. */
import { integer, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const admins = pgTable('admins', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  email: varchar('email', { length: 255 }).notNull(),
  passwordHash: text('password_hash').notNull(),
  name: varchar('name', { length: 255 }).notNull(),
  role: varchar('role', { length: 10, enum: ['a&r', 'owner'] })
    .notNull()
    .default('a&r'),
  createdAt: at('created_at').notNull().defaultNow(),
});

export const adminSessions = pgTable('admin_sessions', {
  idDigest: text('id_digest').primaryKey(),
  adminId: integer('admin_id').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
  lastSeenAt: at('last_seen_at').notNull().defaultNow(),
  expiresAt: at('expires_at').notNull(),
});
