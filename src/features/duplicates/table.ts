/** Fingerprints, what they found, and entries held for staff, as in migrations/0011_duplicates.sql. */
import {
  boolean,
  customType,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  timestamp,
  varchar,
} from 'drizzle-orm/pg-core';
import type { SharedPart } from './contract.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

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

export const duplicates = pgTable('duplicates', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  submissionId: integer('submission_id').notNull(),
  earlierId: integer('earlier_id'),
  exact: boolean('exact').notNull(),
  samePhone: boolean('same_phone').notNull(),
  share: real('share').notNull(),
  confidence: real('confidence').notNull(),
  offsetSeconds: real('offset_seconds').notNull(),
  parts: jsonb('parts').$type<SharedPart[]>().notNull(),
  foundAt: at('found_at').notNull(),
});

export const HOLD_STATES = ['held', 'released', 'rejected'] as const;

export const holds = pgTable('holds', {
  submissionId: integer('submission_id').primaryKey(),
  state: varchar('state', { length: 10, enum: HOLD_STATES }).notNull(),
  heldAt: at('held_at').notNull(),
  decidedAt: at('decided_at'),
  decidedBy: integer('decided_by'),
  reason: text('reason'),
});
