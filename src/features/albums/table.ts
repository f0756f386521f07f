/** Albums, their tracks, drafts, uploads and batches, as in migrations/0012_albums.sql. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  varchar,
} from 'drizzle-orm/pg-core';
import type { AlbumAnalysis } from './contract-analysis.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const albumDrafts = pgTable('album_drafts', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  tokenDigest: text('token_digest').notNull(),
  browserDigest: text('browser_digest'),
  createdAt: at('created_at').notNull(),
  touchedAt: at('touched_at').notNull(),
});

export const albums = pgTable('album_submissions', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  artistName: varchar('artist_name', { length: 255 }).notNull(),
  albumName: varchar('album_name', { length: 255 }).notNull(),
  phoneNumber: varchar('phone_number', { length: 20 }).notNull(),
  phoneE164: varchar('phone_e164', { length: 20 }),
  phoneKey: text('phone_key')
    .notNull()
    .generatedAlwaysAs(sql`coalesce(phone_e164, regexp_replace(phone_number, '\\D', '', 'g'))`),
  browserDigest: text('browser_digest').notNull(),
  createdAt: at('created_at').notNull(),
  state: varchar('state', { length: 10, enum: ['queued', 'running', 'done', 'failed'] })
    .notNull()
    .default('queued'),
  failureMessage: text('failure_message'),
  analyzed: boolean('analyzed').notNull().default(false),
  analyzedAt: at('analyzed_at'),
  albumAnalysis: jsonb('album_analysis').$type<AlbumAnalysis>(),
  overallScore: integer('overall_score'),
  submissionPaid: boolean('submission_paid').notNull().default(false),
  distributionPaid: boolean('distribution_paid').notNull().default(false),
  coverKey: text('cover_key'),
  coverBy: text('cover_by'),
  coverEdition: integer('cover_edition').notNull().default(0),
  selectedAt: at('selected_at'),
  followUpSentAt: at('follow_up_sent_at'),
  personalMessage: text('personal_message'),
  messageBy: text('message_by'),
});
export type AlbumRow = typeof albums.$inferSelect;

/** Those that can still be recalled, or could not be sent; as in migrations/0052_album_selections.sql. */
export const albumSelections = pgTable('album_selections', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  albumId: integer('album_id').notNull(),
  letter: text('letter').notNull(),
  askedBy: integer('asked_by').notNull(),
  askedAt: at('asked_at').notNull(),
  sendsAt: at('sends_at').notNull(),
  failure: text('failure'),
});

export const albumTracks = pgTable('album_tracks', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  draftId: integer('draft_id'),
  albumId: integer('album_id'),
  position: smallint('position'),
  title: varchar('title', { length: 255 }),
  fileName: varchar('file_name', { length: 255 }).notNull(),
  /** Its recording. */
  audioSha256: text('audio_sha256').notNull(),
  score: integer('score'),
  transcription: text('transcription'),
  createdAt: at('created_at').notNull(),
});

export const albumUploads = pgTable('album_uploads', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  draftId: integer('draft_id').notNull(),
  fileName: varchar('file_name', { length: 255 }).notNull(),
  bytes: integer('bytes').notNull(),
  checksum: bigint('checksum', { mode: 'number' }).notNull(),
  received: integer('received').notNull().default(0),
  trackId: integer('track_id'),
  createdAt: at('created_at').notNull(),
});
export type AlbumUploadRow = typeof albumUploads.$inferSelect;

export const albumUploadParts = pgTable(
  'album_upload_parts',
  {
    uploadId: integer('upload_id').notNull(),
    startByte: integer('start_byte').notNull(),
    bytes: integer('bytes').notNull(),
    objectKey: text('object_key').notNull(),
  },
  (table) => [primaryKey({ columns: [table.uploadId, table.startByte] })],
);

export const albumBatches = pgTable('album_batches', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  state: varchar('state', { length: 10, enum: ['running', 'done', 'cancelled'] })
    .notNull()
    .default('running'),
  startedBy: text('started_by').notNull(),
  startedAt: at('started_at').notNull(),
  finishedAt: at('finished_at'),
});

export const albumBatchItems = pgTable(
  'album_batch_items',
  {
    batchId: integer('batch_id').notNull(),
    position: integer('position').notNull(),
    albumId: integer('album_id').notNull(),
    state: varchar('state', { length: 10, enum: ['waiting', 'done', 'failed'] })
      .notNull()
      .default('waiting'),
    failure: text('failure'),
  },
  (table) => [primaryKey({ columns: [table.batchId, table.position] })],
);
