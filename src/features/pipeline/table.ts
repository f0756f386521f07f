/** Deals with artists and their steps, as in migrations/0043_pipeline.sql. */
import { date, integer, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core';
import { STAGES } from './limits.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const deals = pgTable('deals', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  phoneKey: text('phone_key').notNull(),
  submissionId: integer('submission_id'),
  stage: varchar('stage', { length: 10, enum: STAGES }).notNull(),
  nextStep: varchar('next_step', { length: 200 }).notNull().default(''),
  nextOn: date('next_on'),
  staffId: integer('staff_id').notNull(),
  begunAt: at('begun_at').notNull(),
  changedAt: at('changed_at').notNull(),
});

export const dealSteps = pgTable('deal_steps', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  dealId: integer('deal_id').notNull(),
  stage: varchar('stage', { length: 10, enum: STAGES }).notNull(),
  note: text('note').notNull().default(''),
  madeBy: integer('made_by').notNull(),
  madeAt: at('made_at').notNull(),
});
