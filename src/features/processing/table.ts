/** Batches and the tracks in them, as in migrations/0020_processing.sql. */
import { integer, pgTable, primaryKey, timestamp, varchar } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

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
