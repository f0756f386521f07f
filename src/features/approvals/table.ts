/** Requests for a second person, as in migrations/0049_approvals.sql. */
import { boolean, integer, jsonb, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core';
import { DEEDS } from './limits.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const approvals = pgTable('approvals', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  deed: varchar('deed', { length: 20, enum: DEEDS }).notNull(),
  askedSha256: text('asked_sha256').notNull(),
  detail: jsonb('detail').$type<Record<string, unknown>>().notNull(),
  role: varchar('role', { length: 10, enum: ['a&r', 'owner'] }).notNull(),
  askedAt: at('asked_at').notNull(),
  askedBy: integer('asked_by'),
  confirmedAt: at('confirmed_at'),
  confirmedBy: integer('confirmed_by'),
  alone: boolean('alone').notNull().default(false),
  refusedAt: at('refused_at'),
  usedAt: at('used_at'),
});
export type ApprovalRow = typeof approvals.$inferSelect;
