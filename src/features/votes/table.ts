/** Votes, decisions about them, referrals, and the standings the database keeps, as in migrations/0009_votes.sql and 0040. */
import {
  bigint,
  boolean,
  customType,
  date,
  integer,
  pgTable,
  text,
  timestamp,
  varchar,
} from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });
const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });

export const VOTE_KINDS = ['free', 'paid', 'referral', 'adjustment'] as const;
/** waiting: for a proven number, or for somebody invited. replaced: another vote of the number stands in its place. */
export const VOTE_STATES = ['counted', 'held', 'waiting', 'voided', 'replaced'] as const;
/** How the voter was known when the vote was written. */
export const PROOFS = ['none', 'sms', 'passkey', 'card'] as const;

export const votes = pgTable('votes', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  submissionId: integer('submission_id').notNull(),
  kind: varchar('kind', { length: 10, enum: VOTE_KINDS }).notNull(),
  countsAs: varchar('counts_as', { length: 10, enum: ['free', 'paid', 'referral'] }).notNull(),
  state: varchar('state', { length: 10, enum: VOTE_STATES }).notNull(),
  reason: text('reason'),
  voterName: varchar('voter_name', { length: 255 }).notNull(),
  voterPhone: varchar('voter_phone', { length: 20 }).notNull(),
  phoneE164: varchar('phone_e164', { length: 20 }),
  proof: varchar('proof', { length: 10, enum: PROOFS }).notNull().default('none'),
  cardDigest: text('card_digest'),
  voteCount: integer('vote_count').notNull().default(1),
  isPaid: boolean('is_paid').notNull().default(false),
  paymentId: integer('payment_id'),
  paymentAmount: integer('payment_amount'),
  votePackage: varchar('vote_package', { length: 50 }),
  comment: varchar('comment', { length: 500 }),
  commentHiddenAt: at('comment_hidden_at'),
  commentHiddenReason: text('comment_hidden_reason'),
  receiptCode: varchar('receipt_code', { length: 26 }).notNull(),
  addressDigest: text('address_digest'),
  deviceDigest: text('device_digest'),
  day: date('day').notNull(),
  corrects: integer('corrects'),
  lapsedAt: at('lapsed_at'),
  createdAt: at('created_at').notNull(),
});
export type VoteRow = typeof votes.$inferSelect;

export const voteDecisions = pgTable('vote_decisions', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  voteId: integer('vote_id').notNull(),
  at: at('at').notNull(),
  state: varchar('state', { length: 10, enum: VOTE_STATES }).notNull(),
  reason: text('reason').notNull(),
  decidedBy: text('decided_by').notNull(),
});

/** Written by triggers alone; read here. */
export const fanStandings = pgTable('fan_standings', {
  submissionId: integer('submission_id').primaryKey(),
  votes: integer('votes').notNull(),
  score: integer('score').notNull(),
  enteredAt: at('entered_at').notNull(),
});

export const fanMoves = pgTable('fan_moves', {
  xid: xid8('xid').notNull().default('pg_current_xact_id()'),
  madeAt: at('made_at').notNull().defaultNow(),
  fromVotes: integer('from_votes'),
  fromScore: integer('from_score'),
  toVotes: integer('to_votes'),
  toScore: integer('to_score'),
});

export const referralSets = pgTable('referral_sets', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  submissionId: integer('submission_id').notNull(),
  state: varchar('state', { length: 10, enum: ['sending', 'sent', 'taken_back'] })
    .notNull()
    .default('sending'),
  voteId: integer('vote_id'),
  cameAt: at('came_at'),
  createdAt: at('created_at').notNull(),
});

export const referrals = pgTable('referrals', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  setId: integer('set_id').notNull(),
  submissionId: integer('submission_id').notNull(),
  referrerName: varchar('referrer_name', { length: 255 }).notNull(),
  referrerPhone: varchar('referrer_phone', { length: 20 }),
  referredName: varchar('referred_name', { length: 255 }).notNull(),
  referredPhone: varchar('referred_phone', { length: 20 }).notNull(),
  phoneE164: varchar('phone_e164', { length: 20 }).notNull(),
  textKey: text('text_key'),
  messageSent: boolean('message_sent').notNull().default(false),
  messageSid: text('message_sid'),
  delivery: varchar('delivery', { length: 12, enum: ['waiting', 'delivered', 'undelivered'] })
    .notNull()
    .default('waiting'),
  createdAt: at('created_at').notNull(),
});
export type ReferralRow = typeof referrals.$inferSelect;

/** The rank of a track whose artist wants to hear of it, as of the last look; as in migrations/0024_notices.sql. */
export const rankWatches = pgTable('rank_watches', {
  submissionId: integer('submission_id').primaryKey(),
  rank: integer('rank').notNull(),
  seenAt: at('seen_at').notNull(),
});

/** Taken in by the inbox and then not counted; as in migrations/0056_vote_inbox.sql. */
export const refusedVotes = pgTable('refused_votes', {
  receiptCode: varchar('receipt_code', { length: 26 }).primaryKey(),
  submissionId: integer('submission_id').notNull(),
  reason: text('reason').notNull(),
  acceptedAt: at('accepted_at').notNull(),
  refusedAt: at('refused_at').notNull(),
});

/** One row, written at every start: when the triggers freeze the standings. */
export const campaignEnd = pgTable('campaign_end', {
  one: boolean('one').primaryKey().default(true),
  endsAt: at('ends_at').notNull(),
});
