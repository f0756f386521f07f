/** How many tracks each genre and score has, and each score by day and hour: written by triggers alone, read here. */
import { integer, pgTable, primaryKey, timestamp, varchar } from 'drizzle-orm/pg-core';

export const boardCells = pgTable(
  'board_cells',
  {
    genre: varchar('genre', { length: 100 }).notNull(),
    score: integer('score').notNull(),
    entries: integer('entries').notNull(),
  },
  (table) => [primaryKey({ columns: [table.genre, table.score] })],
);

export const boardTimes = pgTable(
  'board_times',
  {
    span: varchar('span', { length: 4, enum: ['day', 'hour'] }).notNull(),
    score: integer('score').notNull(),
    startsAt: timestamp('starts_at', { withTimezone: true }).notNull(),
    entries: integer('entries').notNull(),
  },
  (table) => [primaryKey({ columns: [table.span, table.score, table.startsAt] })],
);
