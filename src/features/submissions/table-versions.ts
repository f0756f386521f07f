/** The recordings a track had, has and may get, as in migrations/0034_versions.sql. */
import { integer, jsonb, pgTable, primaryKey, text, timestamp, varchar } from 'drizzle-orm/pg-core';
import type { Analysis } from '#features/scoring/contract.ts';
import { VERSION_STATES } from './limits.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const trackVersions = pgTable(
  'track_versions',
  {
    submissionId: integer('submission_id').notNull(),
    version: integer('version').notNull(),
    audioSha256: text('audio_sha256').notNull(),
    state: varchar('state', { length: 10, enum: VERSION_STATES }).notNull(),
    sentAt: at('sent_at').notNull(),
    takenAt: at('taken_at'),
    placeBefore: integer('place_before'),
    placeAfter: integer('place_after'),
    score: integer('score'),
    analysis: jsonb('analysis').$type<Analysis>(),
    failure: text('failure'),
  },
  (table) => [primaryKey({ columns: [table.submissionId, table.version] })],
);
