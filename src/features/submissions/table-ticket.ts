/** Priority tickets: one per browser and round, as in migrations/0005_submissions.sql. */
import { pgTable, primaryKey, text, timestamp, varchar } from 'drizzle-orm/pg-core';

export const priorityTickets = pgTable(
  'priority_tickets',
  {
    roundId: varchar('round_id', { length: 40 }).notNull(),
    browserDigest: text('browser_digest').notNull(),
    issuedAt: timestamp('issued_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.roundId, table.browserDigest] })],
);
