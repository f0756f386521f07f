/** The audit trail and its chain. Only src/platform/audit.ts writes them; the database refuses to change or delete a row. */
import { bigint, customType, integer, jsonb, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core';

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

export const auditChain = pgTable('audit_chain', {
  position: bigint('position', { mode: 'number' }).primaryKey(),
  auditId: bigint('audit_id', { mode: 'number' }).notNull(),
  hash: customType<{ data: Buffer }>({ dataType: () => 'bytea' })('hash').notNull(),
});
