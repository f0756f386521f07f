/** Archives of cleared submissions, and reports, as in migrations/0017_moderation.sql. */
import { integer, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core';
import { REPORT_KINDS } from './contract.ts';

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

export const reports = pgTable('reports', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  submissionId: integer('submission_id').notNull(),
  voteId: integer('vote_id'),
  kind: varchar('kind', { length: 10, enum: REPORT_KINDS }).notNull(),
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
