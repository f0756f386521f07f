/** Transcripts and what was spent on them, as in migration 0009. */
import { date, jsonb, pgTable, primaryKey, real, text, timestamp, varchar } from 'drizzle-orm/pg-core';
import type { HeardWord } from './contract-transcript.ts';

export const transcripts = pgTable(
  'transcripts',
  {
    audioSha256: text('audio_sha256').notNull(),
    askedOf: text('asked_of').notNull(),
    heardBy: text('heard_by').notNull(),
    words: jsonb('words').$type<HeardWord[]>().notNull(),
    language: varchar('language', { length: 8 }),
    reason: text('reason'),
    heardAt: timestamp('heard_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.audioSha256, table.askedOf] })],
);

export const transcriptionSpending = pgTable(
  'transcription_spending',
  {
    day: date('day').notNull(),
    askedOf: text('asked_of').notNull(),
    seconds: real('seconds').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.askedOf] })],
);
