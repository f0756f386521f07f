/** Payments as staff see them, on the wire. */
import { z } from 'zod';
import { directionSchema, idParams } from '#features/submissions/contract.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { subjectId } from './contract.ts';
import { PAYMENT_SORTS } from './limits.ts';

const when = z.iso.datetime();
const count = z.int().min(0);

export const paymentRecordSchema = z.object({
  /** The provider's id. */
  id: z.string(),
  /** Our own; null for a payment that is not ours. */
  paymentId: z.int().nullable(),
  created: when,
  /** Cents. */
  amount: z.int(),
  refunded: z.int(),
  /** Decided on, but not yet given back by the provider. */
  refundWaiting: z.int(),
  dispute: z.enum(['none', 'open', 'won', 'lost']),
  status: z.string(),
  artistName: z.string().nullable(),
  trackTitle: z.string().nullable(),
  description: z.string(),
  submissionId: z.int().nullable(),
  /** Paid, but it did not say for which album: staff attach it. */
  unattached: z.boolean(),
  allMetadata: z.record(z.string(), z.string()),
  databaseMatch: z.object({
    status: z.enum(['matched', 'metadata_mismatch', 'not_found']),
    databaseArtistName: z.string().nullable(),
    databaseTrackTitle: z.string().nullable(),
  }),
});
export type PaymentRecord = z.infer<typeof paymentRecordSchema>;

/** Cents; counted by product, not by amount. Refunds are taken off the revenue. */
export const paymentSummarySchema = z.object({
  totalRevenue: z.int(),
  standardPayments: count,
  standardRevenue: z.int(),
  discountedPayments: count,
  discountedRevenue: z.int(),
});
export type PaymentSummary = z.infer<typeof paymentSummarySchema>;

const MOST = 500;

export type PaymentSort = (typeof PAYMENT_SORTS)[number];

export const listPayments = endpoint({
  method: 'GET',
  path: '/api/admin/payments',
  summary: 'Payments, by date or amount, with what they add up to; `after` reads on from one of our ids',
  access: 'a&r',
  query: z.object({
    search: z.string().max(255).default(''),
    sort: z.enum(PAYMENT_SORTS).default('date'),
    direction: directionSchema.default('desc'),
    after: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
    limit: z.coerce.number().int().min(1).max(MOST).default(100),
  }),
  response: z.object({
    payments: z.array(paymentRecordSchema),
    summary: paymentSummarySchema,
    testMode: z.boolean(),
  }),
});

const findingSchema = z.object({
  paymentId: z.int().nullable(),
  providerId: z.string().nullable(),
  what: z.string(),
});

export const syncPayments = endpoint({
  method: 'POST',
  path: '/api/admin/payments/sync',
  summary:
    'Compare with the provider, repair what was missed, and give its newest 500 payments with how each matches',
  access: 'owner',
  response: z.object({
    payments: z.array(paymentRecordSchema),
    summary: paymentSummarySchema,
    reconciliation: z.object({
      checked: count,
      repaired: count,
      unknown: count,
      failed: count,
      findings: z.array(findingSchema),
    }),
  }),
  rateLimit: { name: 'payment-sync', limit: 30, windowSeconds: 600 },
});

export const reconciliationRunSchema = z.object({
  id: z.int(),
  startedAt: when,
  /** Null while it goes on, or when it was cut off. */
  finishedAt: when.nullable(),
  checked: count,
  repaired: count,
  unknown: count,
  failed: count,
  /** The first 200; the counts know all. */
  findings: z.array(findingSchema),
});
export type ReconciliationRun = z.infer<typeof reconciliationRunSchema>;

export const listReconciliations = endpoint({
  method: 'GET',
  path: '/api/admin/payments/reconciliations',
  summary: 'The newest 10 comparisons with the provider, by hand or by night, with what each found',
  access: 'a&r',
  response: z.array(reconciliationRunSchema),
});

export const refundPayment = endpoint({
  method: 'POST',
  path: '/api/admin/payments/:id/refund',
  summary: 'Give money back: all that is left, or a part',
  access: 'owner',
  params: idParams,
  body: z.object({
    cents: z.int().min(1).max(2_147_483_647).nullable().default(null),
    reason: z.string().trim().min(3, 'Please give a reason').max(500),
  }),
  response: z.object({ cents: z.int() }),
});

export const listAttachable = endpoint({
  method: 'GET',
  path: '/api/admin/payments/:id/attachable',
  summary: 'What a payment can be for that did not say so itself, newest first',
  access: 'a&r',
  params: idParams,
  response: z.array(z.object({ id: z.int(), name: z.string() })),
});

export const attachPayment = endpoint({
  method: 'POST',
  path: '/api/admin/payments/:id/attach',
  summary: 'Say which album a payment is for that did not say so itself',
  access: 'owner',
  params: idParams,
  body: z.object({ albumId: subjectId }),
  response: z.object({ grantState: z.enum(['granted', 'refused']), note: z.string() }),
});
