/** Migrations that ran. */
import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const migrations = pgTable('migrations', {
  name: text('name').primaryKey(),
  sha256: text('sha256').notNull(),
  ranAt: timestamp('ran_at', { withTimezone: true }).notNull().defaultNow(),
});
