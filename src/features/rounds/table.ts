/** Closed rounds and their standings, as in migrations/0018_rounds.sql. */
import { boolean, integer, pgTable, primaryKey, text, timestamp, varchar } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const roundClosings = pgTable('round_closings', {
  roundId: varchar('round_id', { length: 40 }).primaryKey(),
  closedAt: at('closed_at').notNull(),
  closedBy: integer('closed_by').notNull(),
  entries: integer('entries').notNull(),
  reason: text('reason').notNull().default(''),
  publishedAt: at('published_at'),
});

export const roundStandings = pgTable(
  'round_standings',
  {
    roundId: varchar('round_id', { length: 40 }).notNull(),
    rank: integer('rank').notNull(),
    submissionId: integer('submission_id').notNull(),
    artistName: varchar('artist_name', { length: 255 }).notNull(),
    trackTitle: varchar('track_title', { length: 255 }).notNull(),
    score: integer('score').notNull(),
    selected: boolean('selected').notNull().default(false),
    reason: text('reason').notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.roundId, table.rank] })],
);
