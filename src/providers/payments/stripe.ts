/** Stripe behind the port: payment intents, refunds, disputes, listing and signed events. */
import Stripe from 'stripe';
import {
  type DisputeState,
  type IntentPage,
  type IntentState,
  type NewIntent,
  PaymentError,
  type PaymentProvider,
  type ProviderEvent,
  type ProviderIntent,
  type RefundRequest,
} from '#ports/payments.ts';
import { eraseDescriptions } from './sandbox-store.ts';

export interface StripeSettings {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  apiUrl?: string;
}

export function openStripe(settings: StripeSettings): PaymentProvider {
  const stripe = connectStripe(settings);
  return {
    name: 'stripe',
    testMode: settings.secretKey.includes('_test_'),
    browser: { kind: 'stripe', publishableKey: settings.publishableKey },
    sandbox: null,
    createIntent: (intent) => explain(() => createIntent(stripe, intent)),
    getIntent: (id) => explain(() => getIntent(stripe, id)),
    cancelIntent: (id) => explain(() => cancelIntent(stripe, id)),
    refund: (request) => explain(() => refund(stripe, request)),
    eraseDescriptions,
    listIntents: (page) => explain(() => listIntents(stripe, page)),
    verifyWebhook: (rawBody, headers) => verifyWebhook(stripe, settings.webhookSecret, rawBody, headers),
  };
}

function connectStripe({ secretKey, apiUrl }: StripeSettings): Stripe {
  const url = apiUrl ? new URL(apiUrl) : null;
  return new Stripe(secretKey, {
    maxNetworkRetries: 2,
    timeout: 20_000,
    telemetry: false,
    ...(url
      ? {
          host: url.hostname,
          port: url.port || (url.protocol === 'https:' ? 443 : 80),
          protocol: url.protocol === 'https:' ? 'https' : 'http',
        }
      : {}),
  });
}

const WITH_CHARGE = { expand: ['latest_charge'] };

async function createIntent(stripe: Stripe, intent: NewIntent): Promise<ProviderIntent> {
  const made = await stripe.paymentIntents.create(
    {
      amount: intent.amount,
      currency: intent.currency,
      description: intent.description,
      metadata: intent.metadata,
      automatic_payment_methods: { enabled: true },
    },
    { idempotencyKey: intent.idempotencyKey },
  );
  // Asked for again under the same key, Stripe repeats its first answer: what it is by now has to be read.
  return (await getIntent(stripe, made.id)) ?? (await toProviderIntent(stripe, made));
}

async function getIntent(stripe: Stripe, id: string): Promise<ProviderIntent | null> {
  try {
    return await toProviderIntent(stripe, await stripe.paymentIntents.retrieve(id, WITH_CHARGE));
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function cancelIntent(stripe: Stripe, id: string): Promise<ProviderIntent> {
  try {
    return await toProviderIntent(
      stripe,
      await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' }),
    );
  } catch (error) {
    const now = isUnexpectedState(error) ? await getIntent(stripe, id) : null;
    if (now) return now;
    throw error;
  }
}

async function refund(stripe: Stripe, request: RefundRequest): Promise<{ id: string }> {
  try {
    const { id } = await stripe.refunds.create(
      { payment_intent: request.intentId, amount: request.amount },
      { idempotencyKey: request.idempotencyKey },
    );
    return { id };
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && !isMissing(error))
      throw new PaymentError('not_refundable', error.message, { cause: error });
    throw error;
  }
}

async function listIntents(
  stripe: Stripe,
  { after, limit = 100, since }: { after?: string; limit?: number; since?: Date } = {},
): Promise<IntentPage> {
  const page = await stripe.paymentIntents.list({
    limit,
    starting_after: after,
    expand: ['data.latest_charge'],
    ...(since ? { created: { gte: Math.floor(since.getTime() / 1000) } } : {}),
  });
  const intents: ProviderIntent[] = [];
  for (const intent of page.data) intents.push(await toProviderIntent(stripe, intent));
  return { intents, next: page.has_more ? (intents.at(-1)?.id ?? null) : null };
}

async function verifyWebhook(
  stripe: Stripe,
  secret: string,
  rawBody: Buffer,
  headers: Record<string, string | string[] | undefined>,
): Promise<ProviderEvent> {
  const signature = headers['stripe-signature'];
  try {
    const event = await stripe.webhooks.constructEventAsync(
      rawBody,
      typeof signature === 'string' ? signature : '',
      secret,
    );
    return {
      id: event.id,
      type: event.type,
      sentAt: new Date(event.created * 1000),
      intentId: intentOf(event.data.object as { object?: string; id?: string; payment_intent?: unknown }),
    };
  } catch (error) {
    throw new PaymentError('bad_signature', 'The signature does not match.', { cause: error });
  }
}

/** Charges, refunds and disputes name their intent; an intent is itself. */
function intentOf(about: { object?: string; id?: string; payment_intent?: unknown }): string | null {
  if (about.object === 'payment_intent') return about.id ?? null;
  const named = about.payment_intent;
  if (typeof named === 'string') return named;
  return (named as { id?: string } | null | undefined)?.id ?? null;
}

async function toProviderIntent(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<ProviderIntent> {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const paid = intent.status === 'succeeded';
  const failure = intent.last_payment_error;
  const card = charge?.payment_method_details?.card;
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    amount: intent.amount,
    currency: intent.currency,
    description: intent.description ?? '',
    metadata: intent.metadata,
    state: STATES[intent.status],
    createdAt: new Date(intent.created * 1000),
    paidAt: paid ? new Date((charge?.created ?? intent.created) * 1000) : null,
    refunded: paid ? (charge?.amount_refunded ?? 0) : 0,
    dispute: paid && charge?.disputed ? await readDispute(stripe, intent.id) : 'none',
    failure: failure
      ? { code: failure.code ?? failure.type, message: failure.message ?? 'Your payment failed.' }
      : null,
    card:
      card?.brand && card.last4
        ? { brand: card.brand, last4: card.last4, fingerprint: card.fingerprint ?? null }
        : null,
  };
}

/** We never capture by hand nor confirm on the server: those two are on their way like a payment without a card. */
const STATES: Record<Stripe.PaymentIntent.Status, IntentState> = {
  requires_payment_method: 'requires_payment_method',
  requires_confirmation: 'requires_payment_method',
  requires_action: 'requires_action',
  requires_capture: 'processing',
  processing: 'processing',
  succeeded: 'succeeded',
  canceled: 'canceled',
};

async function readDispute(stripe: Stripe, intentId: string): Promise<DisputeState> {
  const { data } = await stripe.disputes.list({ payment_intent: intentId, limit: 1 });
  const status = data[0]?.status;
  if (status === 'lost') return 'lost';
  return status === 'won' || status === 'warning_closed' ? 'won' : 'open';
}

const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
const isUnexpectedState = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code === 'payment_intent_unexpected_state';

/** Vendor errors in our own words. */
async function explain<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const options = { cause: error };
    if (error instanceof Stripe.errors.StripeIdempotencyError)
      throw new PaymentError('idempotency_mismatch', error.message, options);
    if (isMissing(error)) throw new PaymentError('not_found', error.message, options);
    if (error instanceof Stripe.errors.StripeInvalidRequestError)
      throw new PaymentError('invalid_request', error.message, options);
    throw new PaymentError('unavailable', 'The payment provider cannot be reached.', options);
  }
}
