/** How many tracks each genre and score has: written by triggers alone, read here. */
import { integer, pgTable, primaryKey, varchar } from 'drizzle-orm/pg-core';

export const boardCells = pgTable(
  'board_cells',
  {
    genre: varchar('genre', { length: 100 }).notNull(),
    score: integer('score').notNull(),
    entries: integer('entries').notNull(),
  },
  (table) => [primaryKey({ columns: [table.genre, table.score] })],
);
