/** Votes that were taken in and wait to be counted, as in migrations/0056_vote_inbox.sql, 0059_votes_that_cost_work.sql and 0061_inbox_changes.sql. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  varchar,
} from 'drizzle-orm/pg-core';

export const voteInbox = pgTable(
  'vote_inbox',
  {
    shard: smallint('shard').notNull(),
    id: bigint('id', { mode: 'number' }).notNull().default(sql`nextval('vote_inbox_id_seq')`),
    submissionId: integer('submission_id').notNull(),
    receiptCode: varchar('receipt_code', { length: 26 }).notNull(),
    voterName: varchar('voter_name', { length: 255 }).notNull(),
    voterPhone: varchar('voter_phone', { length: 20 }).notNull(),
    phone: varchar('phone_e164', { length: 20 }).notNull(),
    phoneType: varchar('phone_type', { length: 10, enum: ['ordinary', 'rented', 'unassigned'] }).notNull(),
    proof: varchar('proof', { length: 10, enum: ['none', 'sms', 'passkey'] }).notNull(),
    addressDigest: text('address_digest').notNull(),
    deviceDigest: text('device_digest').notNull(),
    acceptedAt: timestamp('accepted_at', { withTimezone: true }).notNull(),
    trapped: boolean('trapped').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.shard, table.id] })],
);

/** What is to be different about a vote that waits outside, once it is counted. */
export const inboxChanges = pgTable('inbox_changes', {
  receiptCode: varchar('receipt_code', { length: 26 }).primaryKey(),
  phone: varchar('phone_e164', { length: 20 }),
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
});
