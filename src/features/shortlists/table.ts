/** Shortlists, their tracks and links, as in migrations/0042_shortlists.sql. */
import { integer, pgTable, primaryKey, text, timestamp, varchar } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const shortlists = pgTable('shortlists', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: varchar('name', { length: 80 }).notNull(),
  version: integer('version').notNull().default(1),
  madeBy: integer('made_by').notNull(),
  madeAt: at('made_at').notNull(),
});

export const shortlistTracks = pgTable(
  'shortlist_tracks',
  {
    shortlistId: integer('shortlist_id').notNull(),
    submissionId: integer('submission_id').notNull(),
    position: integer('position').notNull(),
  },
  (table) => [primaryKey({ columns: [table.shortlistId, table.submissionId] })],
);

export const listeningLinks = pgTable('listening_links', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  shortlistId: integer('shortlist_id').notNull(),
  tokenDigest: text('token_digest').notNull(),
  label: varchar('label', { length: 80 }).notNull(),
  madeBy: integer('made_by').notNull(),
  madeAt: at('made_at').notNull(),
  expiresAt: at('expires_at').notNull(),
  revokedAt: at('revoked_at'),
  opened: integer('opened').notNull().default(0),
});
