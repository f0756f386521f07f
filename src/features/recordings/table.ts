/** Recordings by the sha-256 of their bytes, and all we know about them, as in migrations/0004_recordings.sql. */
import {
  customType,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  timestamp,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import type { Credentials } from './contract.ts';
import type { SharedPart } from './rules-match.ts';
import type { Measured } from './rules-measures.ts';
import type { RunStage } from './rules-run.ts';
import type { TranscribedWord } from './rules-transcript.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const recordings = pgTable('recordings', {
  audioSha256: text('audio_sha256').primaryKey(),
  audioKey: text('audio_key').notNull(),
  bytes: integer('bytes').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
  engineVersion: text('engine_version'),
  durationSeconds: real('duration_seconds'),
  measures: jsonb('measures').$type<Measured>(),
  /** 0 to 100 each, for drawing. */
  peaks: smallint('peaks').array(),
  measuredAt: at('measured_at'),
  /** What the program that made the file signed about it. */
  credentials: jsonb('credentials').$type<Credentials>(),
  /** Why the last attempt to transcribe it left no words. */
  wordlessReason: text('wordless_reason'),
});

export const recordingRuns = pgTable('recording_runs', {
  audioSha256: text('audio_sha256').primaryKey(),
  jobId: uuid('job_id'),
  priority: smallint('priority').notNull().default(0),
  stage: varchar('stage', { length: 20 }).$type<RunStage>().notNull().default('queued'),
  fraction: real('fraction').notNull().default(0),
  attempt: integer('attempt').notNull().default(0),
  queuedAt: at('queued_at').notNull().defaultNow(),
  /** When the present stage began. */
  stageAt: at('stage_at'),
  startedAt: at('started_at'),
  finishedAt: at('finished_at'),
  /** The job of late words, as long as they are still coming. */
  wordsJobId: uuid('words_job_id'),
});

/** How many wait, by the minute they joined the line: written by triggers alone, as in migrations/0046_kept_counts.sql. */
export const waitingRuns = pgTable(
  'waiting_runs',
  {
    priority: smallint('priority').notNull(),
    minute: at('minute').notNull(),
    waiting: integer('waiting').notNull(),
  },
  (table) => [primaryKey({ columns: [table.priority, table.minute] })],
);

export const transcripts = pgTable(
  'transcripts',
  {
    audioSha256: text('audio_sha256').notNull(),
    askedOf: text('asked_of').notNull(),
    transcribedBy: text('transcribed_by').notNull(),
    words: jsonb('words').$type<TranscribedWord[]>().notNull(),
    language: varchar('language', { length: 8 }),
    reason: text('reason'),
    transcribedAt: at('transcribed_at').notNull().defaultNow(),
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

export const fingerprints = pgTable('fingerprints', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  audioSha256: text('audio_sha256').notNull(),
  version: smallint('version').notNull(),
  points: bytea('points').notNull(),
  madeAt: at('made_at').notNull(),
});

export const fingerprintLandmarks = pgTable(
  'fingerprint_landmarks',
  {
    landmark: integer('landmark').notNull(),
    fingerprintId: integer('fingerprint_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.landmark, table.fingerprintId] })],
);

export const recordingMatches = pgTable(
  'recording_matches',
  {
    audioSha256: text('audio_sha256').notNull(),
    otherSha256: text('other_sha256').notNull(),
    share: real('share').notNull(),
    confidence: real('confidence').notNull(),
    offsetSeconds: real('offset_seconds').notNull(),
    parts: jsonb('parts').$type<SharedPart[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.audioSha256, table.otherSha256] })],
);
