/** Words that people gave, as in migrations/0005_submissions.sql. */
import { integer, pgTable, primaryKey, text, timestamp, varchar } from 'drizzle-orm/pg-core';

export const lyrics = pgTable(
  'lyrics',
  {
    submissionId: integer('submission_id').notNull(),
    revision: integer('revision').notNull(),
    /** Null: taken back; the transcript counts again. */
    text: text('text'),
    givenBy: varchar('given_by', { length: 10, enum: ['artist', 'staff'] }).notNull(),
    givenAt: timestamp('given_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.submissionId, table.revision] })],
);
