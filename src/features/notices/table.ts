/** Notices, and who agreed to be texted, as in migrations/0024_notices.sql. */
import { boolean, integer, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core';
import { NOTICE_KINDS } from './contract.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const GIVEN_IN = ['upload', 'album', 'sign-in', 'settings', 'link'] as const;

export const noticeSettings = pgTable('notice_settings', {
  phoneE164: varchar('phone_e164', { length: 20 }).primaryKey(),
  texts: boolean('texts').notNull(),
  overtaken: boolean('overtaken').notNull().default(false),
  offCode: varchar('off_code', { length: 26 }).notNull(),
  givenIn: varchar('given_in', { length: 10, enum: GIVEN_IN }).notNull(),
  changedAt: at('changed_at').notNull(),
});

export const notices = pgTable('notices', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  key: text('key').notNull(),
  kind: varchar('kind', { length: 10, enum: NOTICE_KINDS }).notNull(),
  submissionId: integer('submission_id'),
  albumId: integer('album_id'),
  phoneE164: varchar('phone_e164', { length: 20 }),
  title: text('title').notNull(),
  body: text('body').notNull(),
  path: text('path').notNull(),
  createdAt: at('created_at').notNull(),
  readAt: at('read_at'),
});
