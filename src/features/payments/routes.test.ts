/** Buying over real HTTP with a real database: prices, refusals, cards, status, receipts, webhooks. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp, until } from '#app/test-app.ts';
import { begin, CARDS, confirm, insertTrack, intentIdOf, pay, readStatus } from '#app/test-buyer.ts';
import { openSandbox } from '#providers/payments/embedded.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  app = await startTestApp({ worker: true });
  browser = app.browser();
});
afterAll(() => app.close());

const countRows = async (table: string, where: string) =>
  (await app.sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} WHERE ${where}`))[0].n;

test('PA-7 PA-11 HON-5 the catalogue decides the price of each bare call', async () => {
  const submissionId = await insertTrack(app);
  const amountOf = async (secret: string) =>
    (await readStatus(browser, secret)) as unknown as { amount: number; product: string };
  const tour = await begin(browser, { submissionId });
  expect(await amountOf(tour)).toMatchObject({ product: 'tourEntry', amount: 2999 });
  const distribution = await begin(browser, { submissionId, amount: 1999 });
  expect(await amountOf(distribution)).toMatchObject({ product: 'distribution', amount: 1999 });
  const { products } = await browser.read<{ products: { id: string; cents: number }[] }>('/api/catalogue');
  expect(Object.fromEntries(products.map(({ id, cents }) => [id, cents]))).toEqual(app.deps.campaign.prices);
});

test('PA-7 an amount that is not the price, or nothing to buy, is refused with {error}', async () => {
  const submissionId = await insertTrack(app);
  for (const body of [
    { submissionId, amount: 1 },
    { submissionId, amount: 19.99 },
    { submissionId, amount: 1998 },
    { submissionId, product: 'tourEntry', amount: 1999 },
    { submissionId, product: 'votesSmall' },
    { submissionId: 999999 },
    { submissionId: 'x' },
    { submissionId: [submissionId] },
    { submissionId: true },
    { submissionId: `${submissionId}.0` },
    { amount: 13 },
    {},
  ]) {
    const response = await browser.post('/api/create-payment-intent', body);
    expect([400, 404], JSON.stringify(body)).toContain(response.status);
    expect(((await response.json()) as { error: string }).error).toEqual(expect.any(String));
  }
  expect(await countRows('payment_intents', `submission_id = ${submissionId}`)).toBe(0);
});

test('PA-8 dollars where the call sends dollars', async () => {
  const submissionId = await insertTrack(app);
  const ask = (amount: number) => browser.post('/api/create-distribution-payment', { submissionId, amount });
  expect((await ask(1999)).status).toBe(400);
  expect((await ask(19.98)).status).toBe(400);
  expect((await ask(19.99)).status).toBe(200);
});

test('PA-11 one open intent a payer, submission and product, however often it is asked for at once', async () => {
  const submissionId = await insertTrack(app);
  await browser.get('/api/catalogue');
  const secrets = await Promise.all(Array.from({ length: 12 }, () => begin(browser, { submissionId })));
  expect(new Set(secrets).size).toBe(1);
  expect(await countRows('sandbox_intents', `metadata->>'submissionId' = '${submissionId}'`)).toBe(1);
});

test('PA-2 PA-5 DI-4 paid in the browser: granted once, whoever tells first and how often', async () => {
  const submissionId = await insertTrack(app);
  const secret = await begin(browser, { submissionId, amount: 1999 });
  expect(await pay(browser, secret)).toMatchObject({ status: 'succeeded', error: null });
  await Promise.all(Array.from({ length: 6 }, () => readStatus(browser, secret)));
  const report = { paymentIntentId: intentIdOf(secret), submissionId };
  const reports = await Promise.all(
    Array.from({ length: 6 }, () => browser.post('/api/distribution-payment-success', report)),
  );
  expect(reports.map(({ status }) => status)).toEqual(Array(6).fill(200));
  await until(
    async () =>
      (await countRows(
        'payment_events',
        `provider_payment_id = '${intentIdOf(secret)}' AND processed_at IS NOT NULL`,
      )) > 0,
    'the webhook',
  );
  expect(await browser.read(`/api/submissions/${submissionId}/distribution-status`)).toMatchObject({
    isPaid: true,
  });
  const events = await app.sql<{ kind: string; cents: number }>(
    `SELECT kind, cents FROM money_events JOIN payment_intents p ON p.id = payment_id WHERE p.submission_id = $1 ORDER BY money_events.id`,
    [submissionId],
  );
  expect(events).toEqual([
    { kind: 'created', cents: 0 },
    { kind: 'paid', cents: 1999 },
    { kind: 'granted', cents: 0 },
  ]);
  expect(await countRows('orders', `submission_id = ${submissionId}`)).toBe(1);
});

test('DI-4 the webhook alone reaches the same state: tab closed after paying', async () => {
  const submissionId = await insertTrack(app);
  const secret = await begin(browser, { submissionId, amount: 1999 });
  await pay(browser, secret);
  await until(
    async () =>
      (await browser.read<{ isPaid: boolean }>(`/api/submissions/${submissionId}/distribution-status`))
        .isPaid,
    'the webhook',
  );
});

test('PA-3 each test card does what it says, and another can be tried', async () => {
  const submissionId = await insertTrack(app);
  const secret = await begin(browser, { submissionId, amount: 1999 });
  for (const [card, code] of [
    [CARDS.declined, 'card_declined'],
    [CARDS.poor, 'insufficient_funds'],
    [CARDS.expired, 'expired_card'],
    [CARDS.wrongCvc, 'incorrect_cvc'],
    [CARDS.real, 'test_card_only'],
  ] as const) {
    const { status, error } = await pay(browser, secret, card);
    expect(status).toBe('requires_payment_method');
    expect(error).toMatchObject({ type: 'card_error', code });
  }
  const mistyped = await pay(browser, secret, '4242424242424241');
  expect(mistyped.error).toMatchObject({ type: 'validation_error', code: 'invalid_number' });
  expect((await readStatus(browser, secret)).status).toBe('requires_payment_method');
  expect((await pay(browser, secret)).status).toBe('succeeded');
});

test('PA-2 a slow card is processing first, and settles later', async () => {
  const submissionId = await insertTrack(app);
  const secret = await begin(browser, { submissionId, amount: 1999 });
  expect((await pay(browser, secret, CARDS.slow)).status).toBe('processing');
  expect(await readStatus(browser, secret)).toMatchObject({ status: 'processing', grantState: 'none' });
  app.clock.advance(21);
  expect(await readStatus(browser, secret)).toMatchObject({ status: 'succeeded', grantState: 'granted' });
});

test('PA-1 3-D Secure: a challenge, then back with the intent in the address', async () => {
  for (const approve of [false, true]) {
    const submissionId = await insertTrack(app);
    const secret = await begin(browser, { submissionId, amount: 1999 });
    const { status, challengePath } = await pay(browser, secret, CARDS.secure);
    expect(status).toBe('requires_action');
    const path = challengePath!.replace('/test-bank/', '/api/sandbox/challenges/');
    expect(await browser.read(path)).toMatchObject({ amount: 1999, cardLast4: '3184' });
    const answer = await browser.post(path, { approve });
    const { returnPath } = (await answer.json()) as { returnPath: string };
    const back = new URL(returnPath, app.url);
    expect(back.pathname).toBe('/payment-success');
    expect(back.searchParams.get('payment_intent_client_secret')).toBe(secret);
    expect((await browser.post(path, { approve: true })).status).toBe(410);
    expect((await readStatus(browser, secret)).status).toBe(
      approve ? 'succeeded' : 'requires_payment_method',
    );
  }
});

test('a return path of another site is refused', async () => {
  const submissionId = await insertTrack(app);
  const clientSecret = await begin(browser, { submissionId, amount: 1999 });
  const card = { number: CARDS.secure, expiryMonth: 12, expiryYear: 2090, cvc: '123' };
  for (const returnPath of ['//elsewhere.example', 'https://elsewhere.example', '/\\elsewhere.example'])
    expect((await browser.post('/api/sandbox/confirm', { clientSecret, card, returnPath })).status).toBe(400);
});

test('DI-4 DI-8 a direct call to a success endpoint marks nothing paid', async () => {
  const submissionId = await insertTrack(app);
  const other = await insertTrack(app);
  const report = (body: object) => browser.post('/api/distribution-payment-success', body);
  expect((await report({ paymentIntentId: 'pi_made_up', submissionId })).status).toBe(404);
  const unpaid = await begin(browser, { submissionId, amount: 1999 });
  const refused = await report({ paymentIntentId: intentIdOf(unpaid), submissionId });
  expect(refused.status).toBe(402);
  const paid = await begin(browser, { submissionId: other, amount: 1999 });
  await pay(browser, paid);
  expect((await report({ paymentIntentId: intentIdOf(paid), submissionId })).status).toBe(404);
  const tour = await begin(browser, { submissionId });
  await pay(browser, tour);
  expect((await report({ paymentIntentId: intentIdOf(tour), submissionId })).status).toBe(404);
  expect(await browser.read(`/api/submissions/${submissionId}/distribution-status`)).toMatchObject({
    isPaid: false,
  });
});

test('a forged or altered event is refused and stores nothing', async () => {
  const forger = openSandbox({
    db: app.deps.db,
    clock: app.clock,
    webhookSecret: 'not the secret',
    onEvent: async () => {},
    onProcessing: async () => {},
  });
  const submissionId = await insertTrack(app);
  const secret = await begin(browser, { submissionId, amount: 1999 });
  await pay(browser, secret);
  const [{ id }] = await app.sql<{ id: string }>('SELECT id FROM sandbox_events ORDER BY created_at LIMIT 1');
  const before = await countRows('payment_events', 'true');
  const send = (request: { body: string; headers: Record<string, string> }) =>
    fetch(`${app.url}/api/webhooks/payments`, { method: 'POST', ...request });
  const forged = (await forger.sandbox!.composeWebhook(id))!;
  expect((await send(forged)).status).toBe(400);
  const good = (await app.deps.payments.sandbox!.composeWebhook(id))!;
  expect((await send({ ...good, body: good.body.replace('succeeded', 'succeedeD') })).status).toBe(400);
  expect((await send({ body: good.body, headers: { 'content-type': 'application/json' } })).status).toBe(400);
  expect((await send(good)).status).toBe(200);
  expect((await send(good)).status).toBe(200);
  expect(await countRows('payment_events', `event_id = '${id}'`)).toBe(1);
  expect(await countRows('payment_events', 'true')).toBeLessThanOrEqual(before + 3);
});

test('PA-5 unknown payments cannot be verified; an id alone shows nothing to others', async () => {
  for (const query of ['', '?payment_intent=pi_nobody', '?payment_intent_client_secret=x'])
    expect((await browser.get(`/api/payments/status${query}`)).status).toBe(404);
  const submissionId = await insertTrack(app);
  const secret = await begin(browser, { submissionId, amount: 1999 });
  await pay(browser, secret);
  const byId = `/api/payments/status?payment_intent=${intentIdOf(secret)}`;
  expect(await browser.read(byId)).toMatchObject({ status: 'succeeded' });
  expect((await app.browser().get(byId)).status).toBe(403);
  const { receiptCode } = await readStatus(browser, secret);
  const receipt = await browser.read(`/api/receipts/${receiptCode}`);
  expect(receipt).toMatchObject({
    productName: 'Distribution',
    description: 'Distribution for “Saltwater Teeth” by Mina Okafor',
    amount: 1999,
    status: 'succeeded',
    grantState: 'granted',
    order: { state: 'waiting' },
    testMode: true,
  });
  expect(JSON.stringify(receipt)).not.toContain('pi_');
  expect((await browser.get(`/api/receipts/${'0'.repeat(26)}`)).status).toBe(404);
});

test('what is bought already is refused before anybody pays', async () => {
  const submissionId = await insertTrack(app);
  const secret = await begin(browser, { submissionId, amount: 1999 });
  await pay(browser, secret);
  await readStatus(browser, secret);
  expect((await confirm(browser, secret)).status).toBe(409);
  const again = await browser.post('/api/create-payment-intent', { submissionId, amount: 1999 });
  expect(again.status).toBe(409);
  expect(await again.json()).toMatchObject({ error: 'Distribution of this track is already paid.' });
});

test('the book cannot be changed', async () => {
  for (const statement of [
    'UPDATE money_events SET cents = 0',
    'DELETE FROM money_events',
    'TRUNCATE money_events',
  ])
    await expect(app.sql(statement)).rejects.toThrow('append-only');
});
