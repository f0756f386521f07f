/** Distribution on the wire. */
import { z } from 'zod';
import { orderSchema, storeSchema } from '#features/orders/contract.ts';
import { begunSchema, subjectId } from '#features/payments/contract.ts';
import { accessQuery, idParams } from '#features/submissions/contract.ts';
import { endpoint } from '#platform/http/endpoint.ts';

const limit = { name: 'payment-intent', limit: 60, windowSeconds: 600 };

export const distributionStatusSchema = z.object({
  isPaid: z.boolean(),
  order: orderSchema.pick({ state: true, openedAt: true, dueAt: true }).nullable(),
  /** Planned for everybody before it is paid. */
  stores: z.array(storeSchema),
  moreStores: z.int(),
  releaseDate: z.iso.date(),
});
export type DistributionStatus = z.infer<typeof distributionStatusSchema>;

export const getDistributionStatus = endpoint({
  method: 'GET',
  path: '/api/submissions/:id/distribution-status',
  summary: 'Whether distribution is paid, and how far each store is',
  access: 'public',
  params: idParams,
  response: distributionStatusSchema,
});

export const payDistribution = endpoint({
  method: 'POST',
  path: '/api/submissions/:id/distribution-payment',
  summary: 'Begin the payment of a submission’s distribution',
  access: 'public',
  params: idParams,
  query: accessQuery,
  response: begunSchema.extend({ amount: z.int() }),
  rateLimit: limit,
});

export const createDistributionPayment = endpoint({
  method: 'POST',
  path: '/api/create-distribution-payment',
  summary: 'The same, with the amount in dollars to compare',
  access: 'public',
  body: z.object({ submissionId: subjectId, amount: z.number().positive().max(1_000_000).optional() }),
  response: begunSchema,
  rateLimit: limit,
});

export const reportDistributionPayment = endpoint({
  method: 'POST',
  path: '/api/distribution-payment-success',
  summary: 'The browser says it paid; the provider is asked. Safe to repeat',
  access: 'public',
  body: z.object({ paymentIntentId: z.string().min(1).max(300), submissionId: subjectId }),
  response: z.object({ success: z.literal(true), isPaid: z.boolean() }),
  rateLimit: { name: 'payment-report', limit: 120, windowSeconds: 600 },
});

export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/submissions/:id/distribution-dashboard',
  summary: 'The distribution dashboard, for who has its link',
  access: 'public',
  params: idParams,
  query: accessQuery,
  response: distributionStatusSchema.extend({
    artistName: z.string(),
    trackTitle: z.string(),
    audioUrl: z.string(),
    peaks: z.array(z.int()).nullable(),
    duration: z.number().nullable(),
  }),
});
