/** The public ledger, as in migrations/0033_ledger.sql. Triggers fill the outbox; the sealer empties it. */
import {
  bigint,
  boolean,
  customType,
  date,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  varchar,
} from 'drizzle-orm/pg-core';
import type { AuditHead } from '#platform/audit.ts';
import type { EntryType } from './format-entry.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const at = (name: string) => timestamp(name, { withTimezone: true });
const count = (name: string) => bigint(name, { mode: 'number' });

export const ledgerOutbox = pgTable('ledger_outbox', {
  id: count('id').primaryKey().generatedAlwaysAsIdentity(),
  type: varchar('type', { length: 10 }).$type<EntryType>().notNull(),
  subject: integer('subject').notNull(),
  detail: jsonb('detail').$type<Record<string, string>>().notNull(),
  phone: varchar('phone', { length: 20 }),
  receipt: bytea('receipt'),
});
export type Waiting = typeof ledgerOutbox.$inferSelect;

/** What a sealed document says of the audit trail. */
export type AuditSeal = AuditHead & { day: string };

export const ledgerLog = pgTable('ledger_log', {
  one: boolean('one').primaryKey().default(true),
  vkey: text('vkey').notNull(),
  size: count('size').notNull().default(0),
  trouble: text('trouble'),
  rulesDigest: text('rules_digest'),
  talliedOn: date('tallied_on'),
  finished: boolean('finished').notNull().default(false),
  auditSeal: jsonb('audit_seal').$type<AuditSeal>(),
});
export type LogRow = typeof ledgerLog.$inferSelect;

export const ledgerRules = pgTable('ledger_rules', {
  digest: text('digest').primaryKey(),
  document: text('document').notNull(),
});

export const ledgerBatches = pgTable('ledger_batches', {
  first: count('first').primaryKey(),
  entries: integer('entries').notNull(),
  bundle: bytea('bundle').notNull(),
  sealedAt: at('sealed_at').notNull(),
});

export const ledgerCheckpoints = pgTable('ledger_checkpoints', {
  size: count('size').primaryKey(),
  root: bytea('root').notNull(),
  note: text('note').notNull(),
  publishedAt: at('published_at').notNull(),
});
export type CheckpointRow = typeof ledgerCheckpoints.$inferSelect;

export const ledgerLeaves = pgTable('ledger_leaves', {
  voteId: integer('vote_id').primaryKey(),
  leaf: count('leaf').notNull(),
  votes: integer('votes').notNull(),
  receipt: bytea('receipt').notNull(),
  standing: varchar('standing', { length: 20 }).notNull(),
  decision: count('decision'),
});

export const ledgerCounts = pgTable('ledger_counts', {
  name: varchar('name', { length: 20 }).primaryKey(),
  count: count('count').notNull(),
});

export const ledgerTags = pgTable('ledger_tags', {
  phoneDigest: text('phone_digest').primaryKey(),
  secret: bytea('secret').notNull(),
});
