/** Requests for partnership, as in migrations/0015_partners.sql. */
import { integer, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core';
import { REQUEST_STATES } from './contract.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const partnershipRequests = pgTable('partnership_requests', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: varchar('name', { length: 255 }).notNull(),
  email: varchar('email', { length: 255 }).notNull(),
  companyName: varchar('company_name', { length: 255 }).notNull(),
  message: text('message').notNull(),
  state: varchar('state', { length: 10, enum: REQUEST_STATES }).notNull().default('new'),
  createdAt: at('created_at').notNull(),
  decidedAt: at('decided_at'),
});
