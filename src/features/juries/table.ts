/** Juries, their tracks, seats and ballots, as in migrations/0041_juries.sql. */
import {
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
import { METHODS } from './limits.ts';
import type { Criterion, Grades } from './rules.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const juries = pgTable('juries', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: varchar('name', { length: 80 }).notNull(),
  state: varchar('state', { length: 10, enum: ['open', 'closed', 'published'] })
    .notNull()
    .default('open'),
  criteria: jsonb('criteria').$type<Criterion[]>().notNull(),
  perTrack: smallint('per_track').notNull(),
  method: varchar('method', { length: 10, enum: METHODS }).notNull(),
  openedBy: integer('opened_by').notNull(),
  openedAt: at('opened_at').notNull(),
  closedAt: at('closed_at'),
  publishedAt: at('published_at'),
  ballotsRoot: text('ballots_root'),
});

export const juryMembers = pgTable(
  'jury_members',
  {
    juryId: integer('jury_id').notNull(),
    jurorId: integer('juror_id').notNull(),
    letter: varchar('letter', { length: 2 }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.juryId, table.jurorId] })],
);

export const juryEntries = pgTable(
  'jury_entries',
  {
    juryId: integer('jury_id').notNull(),
    number: smallint('number').notNull(),
    submissionId: integer('submission_id'),
    heardAt: at('heard_at'),
    median: real('median'),
    low: real('low'),
    high: real('high'),
    rank: smallint('rank'),
  },
  (table) => [primaryKey({ columns: [table.juryId, table.number] })],
);

export const jurySeats = pgTable(
  'jury_seats',
  {
    juryId: integer('jury_id').notNull(),
    number: smallint('number').notNull(),
    jurorId: integer('juror_id').notNull(),
    state: varchar('state', { length: 10, enum: ['waiting', 'rated', 'abstained'] })
      .notNull()
      .default('waiting'),
    reason: text('reason'),
  },
  (table) => [primaryKey({ columns: [table.juryId, table.number, table.jurorId] })],
);

export const juryBallots = pgTable('jury_ballots', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  juryId: integer('jury_id').notNull(),
  number: smallint('number').notNull(),
  jurorId: integer('juror_id').notNull(),
  grades: jsonb('grades').$type<Grades>().notNull(),
  grade: real('grade').notNull(),
  words: text('words').notNull(),
  wordsSha256: text('words_sha256').notNull(),
  nonce: text('nonce').notNull(),
  commitment: text('commitment').notNull(),
  givenAt: at('given_at').notNull(),
});

export const missedHearings = pgTable('missed_hearings', {
  paymentId: integer('payment_id').primaryKey(),
  submissionId: integer('submission_id'),
  cents: integer('cents').notNull(),
  foundAt: at('found_at').notNull(),
});
