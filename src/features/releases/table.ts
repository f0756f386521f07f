/** Releases with their codes, masters and deliveries, as in migrations 0050, 0051, 0053 and 0054. */
import { integer, jsonb, pgTable, primaryKey, smallint, text, timestamp, varchar } from 'drizzle-orm/pg-core';
import type { ReleaseDraft } from './contract.ts';
import { DELIVERY_KINDS, DELIVERY_STATES, MASTER_STATES } from './limits.ts';
import type { CoverLook } from './rules-cover.ts';
import type { MasterLook } from './rules-master.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const releases = pgTable('releases', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  submissionId: integer('submission_id'),
  albumId: integer('album_id'),
  draft: jsonb('draft').$type<ReleaseDraft>().notNull(),
  revision: integer('revision').notNull(),
  ean: varchar('ean', { length: 13 }),
  coverKey: text('cover_key'),
  coverLook: jsonb('cover_look').$type<CoverLook>(),
  printingSince: at('printing_since'),
  printingRefusal: text('printing_refusal'),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
});
export type ReleaseRow = typeof releases.$inferSelect;

export const releaseIsrcs = pgTable(
  'release_isrcs',
  {
    releaseId: integer('release_id').notNull(),
    position: smallint('position').notNull(),
    isrc: varchar('isrc', { length: 12 }).notNull(),
    audioSha256: text('audio_sha256').notNull(),
  },
  (table) => [primaryKey({ columns: [table.releaseId, table.position] })],
);

/** How far each year's range of our own is used. */
export const isrcRanges = pgTable(
  'isrc_ranges',
  {
    prefix: varchar('prefix', { length: 5 }).notNull(),
    year: smallint('year').notNull(),
    last: integer('last').notNull(),
  },
  (table) => [primaryKey({ columns: [table.prefix, table.year] })],
);

export const givenIsrcs = pgTable('given_isrcs', {
  audioSha256: text('audio_sha256').primaryKey(),
  isrc: varchar('isrc', { length: 12 }).notNull(),
  givenAt: at('given_at').notNull(),
});

export const releaseMasters = pgTable('release_masters', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  releaseId: integer('release_id').notNull(),
  position: smallint('position').notNull(),
  fileName: text('file_name').notNull(),
  fileStamp: text('file_stamp').notNull(),
  bytes: integer('bytes').notNull(),
  received: integer('received').notNull().default(0),
  state: varchar('state', { length: 10, enum: MASTER_STATES }).notNull().default('arriving'),
  refusal: text('refusal'),
  acceptedBecause: text('accepted_because'),
  look: jsonb('look').$type<MasterLook>(),
  audioSha256: text('audio_sha256'),
  changedAt: at('changed_at').notNull(),
});
export type MasterRow = typeof releaseMasters.$inferSelect;

export const releaseMasterParts = pgTable(
  'release_master_parts',
  {
    masterId: integer('master_id').notNull(),
    startByte: integer('start_byte').notNull(),
    bytes: integer('bytes').notNull(),
    objectKey: text('object_key').notNull(),
  },
  (table) => [primaryKey({ columns: [table.masterId, table.startByte] })],
);

export const releaseDeliveries = pgTable('release_deliveries', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  releaseId: integer('release_id').notNull(),
  kind: varchar('kind', { length: 10, enum: DELIVERY_KINDS }).notNull(),
  batch: varchar('batch', { length: 17 }).notNull(),
  state: varchar('state', { length: 10, enum: DELIVERY_STATES }).notNull(),
  reason: text('reason'),
  sentAt: at('sent_at').notNull(),
  changedAt: at('changed_at').notNull(),
});
export type DeliveryRow = typeof releaseDeliveries.$inferSelect;
