/** Duels, who is put up in them and the ranking they give, as in migrations/0036_duels.sql. */
import { sql } from 'drizzle-orm';
import { boolean, integer, pgTable, real, text, timestamp, varchar } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const duelEntrants = pgTable('duel_entrants', {
  submissionId: integer('submission_id').primaryKey(),
  heard: integer('heard').notNull().default(0),
  turn: integer('turn').notNull().default(0),
  lot: real('lot').notNull().default(sql`random()`),
});

export const duels = pgTable('duels', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  code: varchar('code', { length: 26 }).notNull(),
  lowId: integer('low_id').notNull(),
  highId: integer('high_id').notNull(),
  lowIsA: boolean('low_is_a').notNull(),
  browserDigest: text('browser_digest').notNull(),
  personDigest: text('person_digest'),
  servedAt: at('served_at').notNull(),
  answer: varchar('answer', { length: 4, enum: ['low', 'high', 'skip'] }),
  answeredAt: at('answered_at'),
});

export const duelRanks = pgTable('duel_ranks', {
  submissionId: integer('submission_id').primaryKey(),
  rank: integer('rank').notNull(),
  strength: real('strength').notNull(),
  low: real('low').notNull(),
  high: real('high').notNull(),
  wins: integer('wins').notNull(),
  duels: integer('duels').notNull(),
  computedAt: at('computed_at').notNull(),
});
