/** What staff do about submissions: archives, batches, follow-ups, reports, rounds, as in migrations/0003_staff.sql. */
import { boolean, integer, pgTable, primaryKey, text, timestamp, varchar } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const archives = pgTable('archives', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  madeAt: at('made_at').notNull(),
  madeBy: integer('made_by').notNull(),
  submissions: integer('submissions').notNull(),
  restorableUntil: at('restorable_until').notNull(),
  restoredAt: at('restored_at'),
  purgedAt: at('purged_at'),
});

export const processingBatches = pgTable('processing_batches', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  kind: varchar('kind', { length: 10, enum: ['next', 'all', 'bulk', 'retry'] }).notNull(),
  state: varchar('state', { length: 10, enum: ['running', 'paused', 'done', 'cancelled'] })
    .notNull()
    .default('running'),
  gapSeconds: integer('gap_seconds').notNull(),
  madeBy: integer('made_by').notNull(),
  madeAt: at('made_at').notNull(),
  finishedAt: at('finished_at'),
});

export const processingItems = pgTable(
  'processing_items',
  {
    batchId: integer('batch_id').notNull(),
    submissionId: integer('submission_id').notNull(),
    position: integer('position').notNull(),
    state: varchar('state', { length: 10, enum: ['waiting', 'sent', 'dropped'] })
      .notNull()
      .default('waiting'),
  },
  (table) => [primaryKey({ columns: [table.batchId, table.submissionId] })],
);

export const artistUpdates = pgTable('artist_updates', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  submissionId: integer('submission_id').notNull(),
  updateText: text('update_text').notNull(),
  status: varchar('status', { length: 10, enum: ['pending', 'contacted', 'scheduled', 'signed', 'rejected'] })
    .notNull()
    .default('pending'),
  scheduledDate: at('scheduled_date'),
  timeZone: varchar('time_zone', { length: 60 }),
  madeBy: integer('made_by'),
  createdAt: at('created_at').notNull(),
});

export const reports = pgTable('reports', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  submissionId: integer('submission_id').notNull(),
  voteId: integer('vote_id'),
  kind: varchar('kind', { length: 10, enum: ['rights', 'abuse', 'other'] }).notNull(),
  message: text('message').notNull(),
  contact: varchar('contact', { length: 255 }).notNull().default(''),
  state: varchar('state', { length: 10, enum: ['open', 'upheld', 'dismissed'] })
    .notNull()
    .default('open'),
  createdAt: at('created_at').notNull(),
  decidedAt: at('decided_at'),
  decidedBy: integer('decided_by'),
  decision: text('decision').notNull().default(''),
});

export const roundClosings = pgTable('round_closings', {
  roundId: varchar('round_id', { length: 40 }).primaryKey(),
  closedAt: at('closed_at').notNull(),
  closedBy: integer('closed_by').notNull(),
  entries: integer('entries').notNull(),
  reason: text('reason').notNull().default(''),
  publishedAt: at('published_at'),
});

export const roundStandings = pgTable(
  'round_standings',
  {
    roundId: varchar('round_id', { length: 40 }).notNull(),
    rank: integer('rank').notNull(),
    submissionId: integer('submission_id').notNull(),
    artistName: varchar('artist_name', { length: 255 }).notNull(),
    trackTitle: varchar('track_title', { length: 255 }).notNull(),
    score: integer('score').notNull(),
    selected: boolean('selected').notNull().default(false),
    reason: text('reason').notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.roundId, table.rank] })],
);
