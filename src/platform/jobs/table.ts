/** Which kinds of work are paused. The jobs themselves are in tables of pg-boss, which only this folder reads. */
import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const queueControls = pgTable('queue_controls', {
  name: text('name').primaryKey(),
  paused: boolean('paused').notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
});
