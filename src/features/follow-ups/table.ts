/** Updates that staff wrote to an artist, as in migrations/0019_follow_ups.sql and 0039_message_recall.sql. */
import { integer, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core';
import { UPDATE_STATUSES } from './limits.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const artistUpdates = pgTable('artist_updates', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  submissionId: integer('submission_id').notNull(),
  updateText: text('update_text').notNull(),
  status: varchar('status', { length: 10, enum: UPDATE_STATUSES }).notNull().default('pending'),
  scheduledDate: at('scheduled_date'),
  timeZone: varchar('time_zone', { length: 60 }),
  madeBy: integer('made_by'),
  createdAt: at('created_at').notNull(),
  sendsAt: at('sends_at').notNull(),
  recalledAt: at('recalled_at'),
});
