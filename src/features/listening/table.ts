/** Decisions, hearings, ratings, conflicts, assignments and private notes, as in migrations/0038_listening.sql. */
import {
  boolean,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  varchar,
} from 'drizzle-orm/pg-core';
import { DECISIONS } from './limits.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });
const track = () => integer('submission_id').notNull();
const who = () => integer('staff_id').notNull();

export const trackDecisions = pgTable('track_decisions', {
  submissionId: integer('submission_id').primaryKey(),
  decision: varchar('decision', { length: 10, enum: DECISIONS }),
  version: integer('version').notNull(),
  decidedBy: integer('decided_by').notNull(),
  decidedAt: at('decided_at').notNull(),
});

export const trackHearings = pgTable(
  'track_hearings',
  { submissionId: track(), staffId: who(), heardAt: at('heard_at').notNull() },
  (table) => [primaryKey({ columns: [table.staffId, table.submissionId] })],
);

export const trackRatings = pgTable(
  'track_ratings',
  {
    submissionId: track(),
    staffId: who(),
    rating: smallint('rating'),
    abstained: boolean('abstained').notNull(),
    ratedAt: at('rated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.submissionId, table.staffId] })],
);

export const staffConflicts = pgTable(
  'staff_conflicts',
  {
    submissionId: track(),
    staffId: who(),
    reason: text('reason').notNull(),
    declaredAt: at('declared_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.staffId, table.submissionId] })],
);

export const trackAssignments = pgTable(
  'track_assignments',
  {
    submissionId: track(),
    staffId: who(),
    assignedBy: integer('assigned_by').notNull(),
    assignedAt: at('assigned_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.submissionId, table.staffId] })],
);

export const staffNotes = pgTable('staff_notes', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  submissionId: track(),
  authorId: integer('author_id').notNull(),
  body: text('body').notNull(),
  createdAt: at('created_at').notNull(),
  editedAt: at('edited_at'),
});

export const noteMentions = pgTable(
  'note_mentions',
  { noteId: integer('note_id').notNull(), staffId: who(), seenAt: at('seen_at') },
  (table) => [primaryKey({ columns: [table.noteId, table.staffId] })],
);
