/** Entries that share a recording with an earlier one, and entries held for staff, as in migrations/0007_duplicates.sql and 0051. */
import { boolean, integer, jsonb, pgTable, real, text, timestamp, varchar } from 'drizzle-orm/pg-core';
import type { SharedPart } from '#features/recordings/rules-match.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const duplicates = pgTable('duplicates', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  submissionId: integer('submission_id').notNull(),
  earlierId: integer('earlier_id'),
  exact: boolean('exact').notNull(),
  sameOwner: boolean('same_owner').notNull(),
  /** When the earlier entry was sent the recording. */
  earlierAt: at('earlier_at').notNull(),
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

/** What somebody whose entry is held says to staff. */
export const ownershipClaims = pgTable('ownership_claims', {
  submissionId: integer('submission_id').primaryKey(),
  statement: text('statement').notNull(),
  link: text('link'),
  madeAt: at('made_at').notNull(),
});
