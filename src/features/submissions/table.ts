/** Submissions, who may act for them, and their earlier analyses, as in migrations/0005_submissions.sql. */
import { sql } from 'drizzle-orm';
import {
  boolean,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  varchar,
} from 'drizzle-orm/pg-core';
import type { Analysis } from '#features/scoring/contract.ts';
import type { Copied } from '#features/scoring/rules-report.ts';
import type { AiDisclosure } from './contract-ai.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const submissions = pgTable('submissions', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  artistName: varchar('artist_name', { length: 255 }).notNull(),
  phoneNumber: varchar('phone_number', { length: 20 }).notNull(),
  phoneE164: varchar('phone_e164', { length: 20 }),
  trackTitle: varchar('track_title', { length: 255 }).notNull(),
  /** Its recording. */
  audioSha256: text('audio_sha256').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
  state: varchar('state', { length: 10, enum: ['queued', 'running', 'done', 'failed'] })
    .notNull()
    .default('queued'),
  failureCode: varchar('failure_code', { length: 40 }),
  failureMessage: text('failure_message'),
  analyzed: boolean('analyzed').notNull().default(false),
  analyzedAt: at('analyzed_at'),
  engineVersion: text('engine_version'),
  analysis: jsonb('analysis').$type<Analysis>(),
  score: integer('score'),
  /** What counts: the engine's word, unless somebody corrected it. */
  genre: varchar('genre', { length: 100 }),
  genreHeard: varchar('genre_heard', { length: 100 }),
  genreGivenBy: varchar('genre_given_by', { length: 10, enum: ['artist', 'staff'] }),
  sheetVersion: text('sheet_version'),
  /** How much of it was somebody else's entry first; null when none of it was. */
  copied: jsonb('copied').$type<Copied>(),
  durationSeconds: real('duration_seconds'),
  transcription: text('transcription'),
  voteCount: integer('vote_count').notNull().default(0),
  /** What the total is made of; held votes are in none of the others. All kept by the trigger on votes. */
  votesFree: integer('votes_free').notNull().default(0),
  votesPaid: integer('votes_paid').notNull().default(0),
  votesReferred: integer('votes_referred').notNull().default(0),
  votesHeld: integer('votes_held').notNull().default(0),
  votesProven: integer('votes_proven').notNull().default(0),
  votesWaiting: integer('votes_waiting').notNull().default(0),
  distributionPaid: boolean('distribution_paid').notNull().default(false),
  /** Its sender agreed to be texted. */
  texts: boolean('texts').notNull().default(false),
  /** The page of its artist, once its number was proven; kept by a trigger. */
  artistId: integer('artist_id'),
  /** Sent by whoever had proven its number. */
  provenSender: boolean('proven_sender').notNull().default(false),
  /** What its artist stated about AI with the upload. */
  aiUse: jsonb('ai_use').$type<AiDisclosure>(),
  demo: boolean('demo').notNull().default(false),
  archiveId: integer('archive_id'),
  hiddenAt: at('hidden_at'),
  hiddenReason: text('hidden_reason'),
  /** Held for staff to look at, or rejected by them; follows the table of holds. */
  heldAt: at('held_at'),
  /** What the public may see: neither archived, nor hidden, nor held. Every public read asks for it. */
  listed: boolean('listed')
    .notNull()
    .generatedAlwaysAs(sql`archive_id IS NULL AND hidden_at IS NULL AND held_at IS NULL`),
});

export const submissionOwners = pgTable(
  'submission_owners',
  {
    submissionId: integer('submission_id').notNull(),
    browserDigest: text('browser_digest').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    /** The link it came in by; null for the browser that uploaded. */
    linkId: integer('link_id'),
  },
  (table) => [primaryKey({ columns: [table.submissionId, table.browserDigest] })],
);

/** As in migrations/0025_private_links.sql. */
export const privateLinks = pgTable('private_links', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  submissionId: integer('submission_id').notNull(),
  staffId: integer('staff_id'),
  madeAt: at('made_at').notNull(),
  expiresAt: at('expires_at').notNull(),
  revokedAt: at('revoked_at'),
});

/** What was said of a track before a newer engine or score sheet said something else. */
export const analysisHistory = pgTable('analysis_history', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  submissionId: integer('submission_id').notNull(),
  engineVersion: text('engine_version').notNull(),
  sheetVersion: text('sheet_version'),
  analysis: jsonb('analysis').$type<Analysis>().notNull(),
  score: integer('score').notNull(),
  genreHeard: varchar('genre_heard', { length: 100 }),
  analyzedAt: at('analyzed_at').notNull(),
  replacedAt: at('replaced_at').notNull(),
});

/** What was done once and is never done again, e.g. adding a demo song. */
export const marks = pgTable('marks', {
  name: text('name').primaryKey(),
  madeAt: at('made_at').notNull().defaultNow(),
});
