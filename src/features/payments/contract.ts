/** Payments on the wire: the catalogue, beginning a payment, its status, its receipt, and the provider's events. */
import { z } from 'zod';
import { pricesSchema } from '#campaign/document.ts';
import { endpoint } from '#platform/http/endpoint.ts';

const productSchema = pricesSchema.keyof();
/** A number, or the same as text: the briefs' pages take ids from the address. Nothing else is made into one. */
export const subjectId = z
  .union([
    z.int().min(1).max(2_147_483_647),
    z
      .string()
      .regex(/^\d{1,10}$/)
      .transform(Number),
  ])
  .pipe(z.int().min(1).max(2_147_483_647));
const amountSchema = z.number().positive().max(1_000_000);

export const intentStatus = z.enum([
  'creating',
  'requires_payment_method',
  'requires_action',
  'processing',
  'succeeded',
  'canceled',
]);

export const getCatalogue = endpoint({
  method: 'GET',
  path: '/api/catalogue',
  summary: 'Everything that can be bought, with its price in cents, and how it is paid',
  access: 'public',
  response: z.object({
    currency: z.string(),
    testMode: z.boolean(),
    provider: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('sandbox') }),
      z.object({ kind: z.literal('stripe'), publishableKey: z.string() }),
    ]),
    products: z.array(z.object({ id: productSchema, name: z.string(), cents: z.int() })),
  }),
});

/** A payment that began. */
export const begunSchema = z.object({
  clientSecret: z.string(),
  /** The artist, when the payer does not own the track or album: the page says before paying that it is a gift. */
  giftTo: z.string().nullish(),
});

export const createIntent = endpoint({
  method: 'POST',
  path: '/api/create-payment-intent',
  summary: 'Begin a payment. The catalogue decides the price; an amount is only compared with it',
  access: 'public',
  body: z.object({
    submissionId: subjectId.optional(),
    albumId: subjectId.optional(),
    product: productSchema.optional(),
    amount: amountSchema.optional(),
    /** As the briefs' pages send it; what the receipt says is written by the server. */
    description: z.string().trim().max(500).optional(),
    /** The token of the track's or album's signed link. */
    access: z.string().max(500).optional(),
  }),
  response: begunSchema,
  rateLimit: { name: 'payment-intent', limit: 60, windowSeconds: 600, shared: true },
});

export const checkPayment = endpoint({
  method: 'POST',
  path: '/api/payments/check',
  summary: 'Right before the card is charged: whether this can still be bought at this price',
  access: 'public',
  body: z.object({ clientSecret: z.string().min(1).max(300) }),
  response: z.object({ payable: z.literal(true), amount: z.int() }),
  rateLimit: { name: 'payment-check', limit: 120, windowSeconds: 600, shared: true },
});

export const cancelPayment = endpoint({
  method: 'POST',
  path: '/api/payments/cancel',
  summary: 'The buyer cancels: nobody can pay this any more, and what was held for it is free again',
  access: 'public',
  body: z.object({
    clientSecret: z.string().min(1).max(300),
    /** Only while nobody pays it: what is at the bank already, from another tab, is left alone. */
    ifIdle: z.boolean().optional(),
  }),
  response: z.object({ status: intentStatus }),
  rateLimit: { name: 'payment-cancel', limit: 120, windowSeconds: 600, shared: true },
});

export const paymentStatusSchema = z.object({
  status: intentStatus,
  product: productSchema,
  productName: z.string(),
  amount: z.int(),
  currency: z.string(),
  submissionId: z.int().nullable(),
  albumId: z.int().nullable(),
  grantState: z.enum(['none', 'granted', 'waiting', 'refused', 'revoked']),
  /** What was given, or why it was not. */
  grantNote: z.string().nullable(),
  failureMessage: z.string().nullable(),
  receiptCode: z.string().nullable(),
  giftTo: z.string().nullable(),
  testMode: z.boolean(),
});
export type PaymentStatus = z.infer<typeof paymentStatusSchema>;

export const getPaymentStatus = endpoint({
  method: 'GET',
  path: '/api/payments/status',
  summary:
    'What became of a payment, asked of the provider itself: for its payer, the track’s owner and staff',
  access: 'public',
  query: z.object({
    payment_intent_client_secret: z.string().max(300).optional(),
    payment_intent: z.string().max(300).optional(),
  }),
  response: paymentStatusSchema,
  rateLimit: { name: 'payment-status', limit: 300, windowSeconds: 600, shared: true },
});

/** How far people are with what was bought. */
export const orderProgressSchema = z.object({
  state: z.enum(['waiting', 'in_progress', 'delivered', 'paused', 'cancelled']),
  note: z.string(),
  dueAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
});

export const receiptSchema = z.object({
  code: z.string(),
  product: productSchema,
  productName: z.string(),
  description: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: intentStatus,
  /** Why the last try failed, while it is not paid. */
  failureMessage: z.string().nullable(),
  paidAt: z.iso.datetime().nullable(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  grantState: z.enum(['none', 'granted', 'waiting', 'refused', 'revoked']),
  grantNote: z.string().nullable(),
  refunded: z.int(),
  /** Decided on, but not yet with the provider. */
  refundWaiting: z.int(),
  dispute: z.enum(['none', 'open', 'won', 'lost']),
  order: orderProgressSchema.nullable(),
  /** What the payment entitles to, to take away. */
  download: z.object({ label: z.string(), path: z.string() }).nullable(),
  submissionId: z.int().nullable(),
  albumId: z.int().nullable(),
  giftTo: z.string().nullable(),
  testMode: z.boolean(),
});
export type Receipt = z.infer<typeof receiptSchema>;

export const getReceipt = endpoint({
  method: 'GET',
  path: '/api/receipts/:code',
  summary:
    'A receipt: what was bought, what it gave, and its state. For its payer, the track’s owner and staff',
  access: 'public',
  params: z.object({ code: z.string().regex(/^[0-9a-hjkmnp-tv-z]{26}$/) }),
  response: receiptSchema,
});

export const receiveEvent = endpoint({
  method: 'POST',
  path: '/api/webhooks/payments',
  summary: 'Events of the payment provider, signed by it',
  access: 'public',
  response: z.object({ received: z.literal(true) }),
  signed: true,
});

export const confirmSandbox = endpoint({
  method: 'POST',
  path: '/api/sandbox/confirm',
  summary: 'Test mode: what the provider does when the card form is sent',
  access: 'public',
  body: z.object({
    clientSecret: z.string().min(1).max(300),
    card: z.object({
      number: z.string().transform((text) => text.replace(/[\s-]/g, '')),
      expiryMonth: z.int().min(0).max(99),
      expiryYear: z.int().min(2000).max(2199),
      cvc: z.string().max(4),
    }),
    /** A path of this site to come back to after the bank's page. */
    returnPath: z
      .string()
      .max(500)
      .regex(/^\/(?![/\\])/, 'The return path must be a path of this site.'),
  }),
  response: z.object({
    status: intentStatus,
    error: z.object({ type: z.string(), code: z.string(), message: z.string() }).nullable(),
    challengePath: z.string().nullable(),
  }),
  rateLimit: { name: 'sandbox-confirm', limit: 120, windowSeconds: 600, shared: true },
});

const challengeParams = z.object({ code: z.string().regex(/^[0-9a-hjkmnp-tv-z]{26}$/) });

export const getChallenge = endpoint({
  method: 'GET',
  path: '/api/sandbox/challenges/:code',
  summary: 'Test mode: what the bank asks the buyer to approve',
  access: 'public',
  params: challengeParams,
  response: z.object({
    amount: z.int(),
    currency: z.string(),
    description: z.string(),
    cardLast4: z.string(),
  }),
});

export const answerChallenge = endpoint({
  method: 'POST',
  path: '/api/sandbox/challenges/:code',
  summary: 'Test mode: the buyer approves or refuses; answers where to go back to',
  access: 'public',
  params: challengeParams,
  body: z.object({ approve: z.boolean() }),
  response: z.object({ returnPath: z.string() }),
});
