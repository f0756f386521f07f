/** Payments, what the provider said of them, the book and refunds, as in migrations/0008_payments.sql. */
import {
  bigint,
  char,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  varchar,
} from 'drizzle-orm/pg-core';
import type { ProductId } from '#campaign/document.ts';
import type { DisputeState, GrantState, MoneyEventKind, PaymentState } from './rules-states.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const paymentIntents = pgTable('payment_intents', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  provider: varchar('provider', { length: 20 }).notNull(),
  providerId: text('provider_id'),
  clientSecret: text('client_secret'),
  product: varchar('product', { length: 40 }).$type<ProductId>().notNull(),
  submissionId: integer('submission_id'),
  albumId: integer('album_id'),
  payload: jsonb('payload').$type<Record<string, unknown>>().notNull().default({}),
  description: text('description').notNull(),
  amount: integer('amount').notNull(),
  currency: char('currency', { length: 3 }).notNull(),
  state: varchar('state', { length: 30 }).$type<PaymentState>().notNull().default('creating'),
  openKey: text('open_key').notNull(),
  idempotencyKey: text('idempotency_key').notNull(),
  receiptCode: text('receipt_code').notNull(),
  browserDigest: text('browser_digest'),
  personId: integer('person_id'),
  giftTo: varchar('gift_to', { length: 255 }),
  createdAt: at('created_at').notNull(),
  paidAt: at('paid_at'),
  canceledAt: at('canceled_at'),
  failureCode: varchar('failure_code', { length: 60 }),
  failureMessage: text('failure_message'),
  cardBrand: varchar('card_brand', { length: 20 }),
  cardLast4: varchar('card_last4', { length: 4 }),
  grantState: varchar('grant_state', { length: 10 }).$type<GrantState>().notNull().default('none'),
  grantNote: text('grant_note'),
  refundedAmount: integer('refunded_amount').notNull().default(0),
  dispute: varchar('dispute', { length: 10 }).$type<DisputeState>().notNull().default('none'),
});
export type PaymentRow = typeof paymentIntents.$inferSelect;

export const paymentEvents = pgTable(
  'payment_events',
  {
    provider: varchar('provider', { length: 20 }).notNull(),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    providerPaymentId: text('provider_payment_id'),
    sentAt: at('sent_at').notNull(),
    receivedAt: at('received_at').notNull(),
    processedAt: at('processed_at'),
  },
  (table) => [primaryKey({ columns: [table.provider, table.eventId] })],
);

export const moneyEvents = pgTable('money_events', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: at('at').notNull(),
  paymentId: integer('payment_id').notNull(),
  kind: varchar('kind', { length: 30 }).$type<MoneyEventKind>().notNull(),
  cents: integer('cents').notNull(),
  detail: text('detail').notNull().default(''),
});

export const paymentRefunds = pgTable('payment_refunds', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  paymentId: integer('payment_id').notNull(),
  cents: integer('cents').notNull(),
  reason: varchar('reason', { length: 40 }).notNull(),
  askedBy: text('asked_by').notNull(),
  askedAt: at('asked_at').notNull(),
  state: varchar('state', { length: 10, enum: ['waiting', 'done', 'failed'] })
    .notNull()
    .default('waiting'),
  providerRefundId: text('provider_refund_id'),
  failure: text('failure'),
});
export type RefundRow = typeof paymentRefunds.$inferSelect;

export interface ReconciliationFinding {
  paymentId: number | null;
  providerId: string | null;
  what: string;
}

export const reconciliationRuns = pgTable('reconciliation_runs', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  startedAt: at('started_at').notNull(),
  finishedAt: at('finished_at'),
  checked: integer('checked').notNull().default(0),
  repaired: integer('repaired').notNull().default(0),
  unknown: integer('unknown').notNull().default(0),
  failed: integer('failed').notNull().default(0),
  findings: jsonb('findings').$type<ReconciliationFinding[]>().notNull().default([]),
});
