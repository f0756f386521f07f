/** What tracks are found by, and views kept under a name, as in migrations/0040_catalogue.sql. A trigger fills the traits. */
import {
  boolean,
  customType,
  integer,
  jsonb,
  pgTable,
  real,
  smallint,
  text,
  timestamp,
  varchar,
} from 'drizzle-orm/pg-core';
import type { Filter } from './rules.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });
const cube = customType<{ data: string }>({ dataType: () => 'cube' });

export const trackTraits = pgTable('track_traits', {
  submissionId: integer('submission_id').primaryKey(),
  words: text('words').notNull(),
  createdAt: at('created_at').notNull(),
  archived: boolean('archived').notNull(),
  hidden: boolean('hidden').notNull(),
  held: boolean('held').notNull(),
  state: varchar('state', { length: 10, enum: ['queued', 'running', 'done', 'failed'] }).notNull(),
  genre: varchar('genre', { length: 100 }),
  language: varchar('language', { length: 8 }),
  seconds: real('seconds'),
  bpm: real('bpm'),
  /** Place of the key on the circle of fifths; a minor key stands where its relative major does. */
  fifths: smallint('fifths'),
  minor: boolean('minor'),
  score: smallint('score'),
  commerciality: smallint('commerciality'),
  flow: smallint('flow'),
  lyrics: smallint('lyrics'),
  production: smallint('production'),
  hookStrength: smallint('hook_strength'),
  songStructure: smallint('song_structure'),
  originality: smallint('originality'),
  replayValue: smallint('replay_value'),
  /** Near means alike. */
  place: cube('place'),
});

export const savedViews = pgTable('saved_views', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  staffId: integer('staff_id').notNull(),
  name: varchar('name', { length: 60 }).notNull(),
  filter: jsonb('filter').$type<Filter>().notNull(),
  shared: boolean('shared').notNull().default(false),
  createdAt: at('created_at').notNull(),
});
