/** The audit trail. Only src/platform/audit.ts writes it; the database refuses to change or delete a row. */
import { bigint, integer, jsonb, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core';

export const auditTrail = pgTable('audit_trail', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: timestamp('at', { withTimezone: true }).notNull(),
  actorId: integer('actor_id'),
  actorName: text('actor_name').notNull(),
  action: varchar('action', { length: 60 }).notNull(),
  subjectType: varchar('subject_type', { length: 30 }),
  subjectId: text('subject_id'),
  detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
  address: text('address'),
});
