/** Migrations that ran, and processes that run, as in migrations/0032_processes.sql. */
import { integer, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const migrations = pgTable('migrations', {
  name: text('name').primaryKey(),
  sha256: text('sha256').notNull(),
  ranAt: at('ran_at').notNull().defaultNow(),
});

export const processes = pgTable('processes', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  role: varchar('role', { length: 10, enum: ['both', 'api', 'worker'] }).notNull(),
  engineVersion: text('engine_version').notNull(),
  campaignSha256: text('campaign_sha256').notNull(),
  secretDigest: text('secret_digest').notNull(),
  startedAt: at('started_at').notNull().defaultNow(),
  seenAt: at('seen_at').notNull().defaultNow(),
});
