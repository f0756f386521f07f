/** The whole site on Stripe's API: events that come twice, late, in any order, forged or never end in the same state. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp, until } from '#app/test-app.ts';
import { begin, insertTrack, intentIdOf, readStatus } from '#app/test-buyer.ts';
import { type StripeServer, startStripeServer } from '#providers/payments/test-stripe-server.ts';
import { checkMoney } from './service-check.ts';
import { reconcilePayments } from './service-reconcile.ts';
import { refundPayment } from './service-refunds.ts';

const SECRET = 'whsec_of_the_test';
let stripe: StripeServer;
let app: TestApp;
beforeAll(async () => {
  stripe = await startStripeServer(SECRET);
  app = await startTestApp({
    worker: true,
    env: {
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: SECRET,
      STRIPE_API_URL: stripe.url,
    },
  });
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});

const send = (event: { body: string; headers: Record<string, string> }) =>
  fetch(`${app.url}/api/webhooks/payments`, { method: 'POST', ...event });

const isPaid = async (id: number) =>
  (await app.browser().read<{ isPaid: boolean }>(`/api/submissions/${id}/distribution-status`)).isPaid;

async function buy(): Promise<{ submissionId: number; intentId: string; secret: string; buyer: Browser }> {
  const submissionId = await insertTrack(app);
  const buyer = app.browser();
  const secret = await begin(buyer, { submissionId, amount: 1999 });
  return { submissionId, secret, buyer, intentId: intentIdOf(secret) };
}

const paymentIdOf = async (intentId: string) =>
  (await app.sql<{ id: number }>('SELECT id FROM payment_intents WHERE provider_id = $1', [intentId]))[0].id;

const expectSound = async () => expect((await checkMoney(app.deps)).problems).toEqual([]);

test('events duplicated, reordered and delayed grant once', async () => {
  const { submissionId, intentId } = await buy();
  stripe.confirm(intentId, '4000000000000002');
  stripe.confirm(intentId);
  stripe.openDispute(intentId);
  stripe.closeDispute(intentId, 'won');
  const events = stripe.events().slice(-4).reverse();
  const answers = await Promise.all([...events, ...events, ...events].map(send));
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
  await until(() => isPaid(submissionId), 'the webhooks');
  await until(
    async () =>
      (
        await app.sql(
          'SELECT 1 FROM payment_events WHERE processed_at IS NULL AND provider_payment_id = $1',
          [intentId],
        )
      ).length === 0,
    'all events',
  );
  const kinds = await app.sql<{ kind: string }>(
    'SELECT kind FROM money_events WHERE payment_id = $1 ORDER BY id',
    [await paymentIdOf(intentId)],
  );
  expect(kinds.map(({ kind }) => kind)).toEqual([
    'created',
    'paid',
    'granted',
    'dispute_opened',
    'dispute_won',
  ]);
  await expectSound();
});

test('a forged event is refused, one about strangers is received and changes nothing', async () => {
  const { submissionId, intentId } = await buy();
  const body = JSON.stringify({
    id: 'evt_forged',
    object: 'event',
    type: 'payment_intent.succeeded',
    created: 1,
    data: { object: { object: 'payment_intent', id: intentId, status: 'succeeded' } },
  });
  expect((await send(stripe.sign(body, 'whsec_of_somebody_else'))).status).toBe(400);
  // Truly signed, but untrue: the provider is asked, and it was not paid.
  expect((await send(stripe.sign(body))).status).toBe(200);
  await until(
    async () =>
      (
        await app.sql(
          `SELECT 1 FROM payment_events WHERE event_id = 'evt_forged' AND processed_at IS NOT NULL`,
        )
      ).length > 0,
    'the event',
  );
  expect(await isPaid(submissionId)).toBe(false);
  const stranger = {
    id: 'evt_other',
    object: 'event',
    type: 'customer.created',
    created: 1,
    data: { object: { object: 'customer', id: 'cus_1' } },
  };
  expect((await send(stripe.sign(JSON.stringify(stranger)))).status).toBe(200);
});

test('no event ever comes: the return page, or the reconciliation, grants', async () => {
  const seen = await buy();
  stripe.confirm(seen.intentId);
  expect(await readStatus(seen.buyer, seen.secret)).toMatchObject({
    status: 'succeeded',
    grantState: 'granted',
  });
  const unseen = await buy();
  stripe.confirm(unseen.intentId);
  expect(await isPaid(unseen.submissionId)).toBe(false);
  const report = await reconcilePayments(app.deps);
  expect(report.repaired).toBeGreaterThanOrEqual(1);
  expect(report.findings).toContainEqual(expect.objectContaining({ providerId: unseen.intentId }));
  expect(await isPaid(unseen.submissionId)).toBe(true);
  expect((await reconcilePayments(app.deps)).repaired).toBe(0);
  await expectSound();
});

test('a part refund keeps what was bought, the whole takes it back', async () => {
  const { submissionId, intentId, secret, buyer } = await buy();
  stripe.confirm(intentId);
  await readStatus(buyer, secret);
  const paymentId = await paymentIdOf(intentId);
  const refund = (cents: number | null) =>
    refundPayment(app.deps, { id: 1, name: 'Clerk' }, paymentId, { cents, reason: 'test' });
  const refunded = async () =>
    (
      await app.sql<{ n: number }>('SELECT refunded_amount AS n FROM payment_intents WHERE id = $1', [
        paymentId,
      ])
    )[0].n;
  await refund(500);
  await until(async () => (await refunded()) === 500, 'the part refund');
  expect(await isPaid(submissionId)).toBe(true);
  await refund(null);
  await until(async () => (await refunded()) === 1999, 'the rest');
  expect(await isPaid(submissionId)).toBe(false);
  await expect(refund(1)).rejects.toThrow('Nothing is left of this payment');
  await expectSound();
});

test('a lost dispute takes back what was bought', async () => {
  const { submissionId, intentId, secret, buyer } = await buy();
  stripe.confirm(intentId);
  await readStatus(buyer, secret);
  const [{ code }] = await app.sql<{ code: string }>(
    'SELECT receipt_code AS code FROM payment_intents WHERE provider_id = $1',
    [intentId],
  );
  stripe.openDispute(intentId);
  await send(stripe.events().at(-1)!);
  const receipt = () => buyer.read<{ dispute: string; order: { state: string } }>(`/api/receipts/${code}`);
  await until(async () => (await receipt()).order.state === 'paused', 'the pause');
  expect(await isPaid(submissionId)).toBe(true);
  stripe.closeDispute(intentId, 'lost');
  await send(stripe.events().at(-1)!);
  await until(async () => !(await isPaid(submissionId)), 'the loss');
  expect(await receipt()).toMatchObject({ dispute: 'lost', order: { state: 'cancelled' } });
  await expectSound();
});

test('a provider that is away: a readable refusal, and the same payment afterwards', async () => {
  const submissionId = await insertTrack(app);
  const { createIntent } = app.deps.payments;
  let calls = 0;
  const buyer = app.browser();
  app.deps.payments.createIntent = async (intent) => {
    calls += 1;
    await createIntent(intent);
    throw new Error('the process died before it could write down the answer');
  };
  expect((await buyer.post('/api/create-payment-intent', { submissionId })).status).toBe(500);
  app.deps.payments.createIntent = createIntent;
  const secret = await begin(buyer, { submissionId });
  expect(calls).toBe(1);
  const ours = (await app.deps.payments.listIntents()).intents.filter(
    ({ metadata }) => metadata.submissionId === String(submissionId),
  );
  expect(ours.map(({ id }) => id)).toEqual([intentIdOf(secret)]);
});

test('the sandbox routes do not exist on Stripe', async () => {
  const { clientSecret } = { clientSecret: (await buy()).secret };
  const card = { number: '4242424242424242', expiryMonth: 1, expiryYear: 2090, cvc: '123' };
  const response = await app.browser().post('/api/sandbox/confirm', { clientSecret, card, returnPath: '/' });
  expect(response.status).toBe(404);
});
