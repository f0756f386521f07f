/** Artist pages, who follows them, and the ranks of their tracks, as in migrations/0047_artist_pages.sql. */
import { sql } from 'drizzle-orm';
import { boolean, date, integer, pgTable, primaryKey, text, timestamp, varchar } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const artistPages = pgTable('artist_pages', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  phoneE164: varchar('phone_e164', { length: 20 }).notNull(),
  name: varchar('name', { length: 255 }).notNull(),
  nameKey: text('name_key').notNull().generatedAlwaysAs(sql`lower(name)`),
  bio: varchar('bio', { length: 600 }).notNull().default(''),
  links: text('links').array().notNull().default([]),
  showsAlbums: boolean('shows_albums').notNull().default(false),
  createdAt: at('created_at').notNull().defaultNow(),
});

export const artistFollows = pgTable('artist_follows', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  pageId: integer('page_id').notNull(),
  phoneE164: varchar('phone_e164', { length: 20 }).notNull(),
  createdAt: at('created_at').notNull(),
});

export const artistNews = pgTable('artist_news', {
  submissionId: integer('submission_id').primaryKey(),
  lastFollow: integer('last_follow').notNull(),
  toldAt: at('told_at'),
});

export const rankHistory = pgTable(
  'rank_history',
  {
    submissionId: integer('submission_id').notNull(),
    day: date('day').notNull(),
    rank: integer('rank').notNull(),
  },
  (table) => [primaryKey({ columns: [table.submissionId, table.day] })],
);
