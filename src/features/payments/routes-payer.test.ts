/** A payment belongs to whoever began it: what a stranger can and cannot do with it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp } from '#app/test-app.ts';
import {
  begin,
  CARDS,
  confirm,
  insertOwnTrack,
  insertTrack,
  intentIdOf,
  pay,
  readStatus,
} from '#app/test-buyer.ts';
import { signInAs } from '#app/test-people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ worker: true, env: { TRUST_PROXY: 'true' } });
});
afterAll(() => app.close());

const DISTRIBUTION = { product: 'distribution' };

test('PE-10 whoever asks for a payment of the same track gets one of their own, never another’s secret', async () => {
  const { id, artist } = await insertOwnTrack(app);
  const body = { submissionId: id, ...DISTRIBUTION };
  const mine = await begin(artist, body);
  const secrets = new Set<string>();
  for (const stranger of [app.browser(), app.browser(), await signInAs(app, '+12025550188')]) {
    const theirs = await begin(stranger, body);
    expect(theirs).not.toBe(mine);
    secrets.add(theirs);
    expect(await begin(stranger, body)).toBe(theirs);
  }
  expect(secrets.size).toBe(3);
  expect(await begin(artist, body)).toBe(mine);
});

test('PE-10 a person finds their open payment on a second device, and the browser’s after signing in', async () => {
  const { id, phone, artist } = await insertOwnTrack(app);
  const body = { submissionId: id, ...DISTRIBUTION };
  const mine = await begin(artist, body);
  const phoneAtHome = await signInAs(app, phone);
  expect(await begin(phoneAtHome, body)).toBe(mine);
  expect((await readStatus(phoneAtHome, mine)).status).toBe('requires_payment_method');
  const browser = app.browser();
  const before = await begin(browser, body);
  expect(await begin(await signInAs(app, '+12025550177', { browser }), body)).toBe(before);
});

async function tryEverything(browser: Browser, clientSecret: string, receipt: string) {
  const query = `payment_intent_client_secret=${clientSecret}`;
  const calls = {
    check: await browser.post('/api/payments/check', { clientSecret }),
    confirm: await confirm(browser, clientSecret),
    status: await browser.get(`/api/payments/status?${query}`),
    statusById: await browser.get(`/api/payments/status?payment_intent=${intentIdOf(clientSecret)}`),
    receipt: await browser.get(`/api/receipts/${receipt}`),
    cancel: await browser.post('/api/payments/cancel', { clientSecret }),
  };
  return Object.fromEntries(Object.entries(calls).map(([name, { status }]) => [name, status]));
}

test('PE-10 with somebody’s secret a stranger cannot check, pay, cancel, follow or read the receipt', async () => {
  const { id, artist } = await insertOwnTrack(app);
  const giver = app.browser();
  const secret = await begin(giver, { submissionId: id, ...DISTRIBUTION });
  const { receiptCode } = await readStatus(giver, secret);
  const refused = { check: 403, confirm: 403, status: 403, statusById: 403, receipt: 403, cancel: 403 };
  expect(await tryEverything(app.browser(), secret, receiptCode)).toEqual(refused);
  expect(await tryEverything(await signInAs(app, '+12025550186'), secret, receiptCode)).toEqual(refused);
  expect((await readStatus(giver, secret)).status).toBe('requires_payment_method');
  // The artist may see and stop what is paid for the track, but nobody pays with another's basket.
  expect((await artist.post('/api/payments/check', { clientSecret: secret })).status).toBe(403);
  const receipt = await artist.read<{ card: unknown }>(`/api/receipts/${receiptCode}`);
  expect(receipt.card).toBeNull();
  const staff = await app.staff();
  expect((await staff.get(`/api/receipts/${receiptCode}`)).status).toBe(200);
  expect((await artist.post('/api/payments/cancel', { clientSecret: secret })).status).toBe(200);
  expect((await readStatus(giver, secret)).status).toBe('canceled');
});

test('PE-10 the return from the bank works in the browser that paid, and only there', async () => {
  const { id, artist } = await insertOwnTrack(app);
  const secret = await begin(artist, { submissionId: id, ...DISTRIBUTION });
  const { challengePath } = await pay(artist, secret, CARDS.secure);
  const code = challengePath!.split('/').pop();
  const back = await artist.post(`/api/sandbox/challenges/${code}`, { approve: true });
  const { returnPath } = (await back.json()) as { returnPath: string };
  const status = `/api/payments/status${new URL(returnPath, app.url).search}`;
  expect((await app.browser().get(status)).status).toBe(403);
  expect(await artist.read(status)).toMatchObject({
    status: 'succeeded',
    grantState: 'granted',
    giftTo: null,
  });
});

test('PE-10 two pay for the same at once: the first has it, the other’s money goes back whole', async () => {
  const { id, artist } = await insertOwnTrack(app, { artistName: 'Mina Okafor' });
  const giver = app.browser();
  const body = { submissionId: id, ...DISTRIBUTION };
  const [own, gift] = [await begin(artist, body), await begin(giver, body)];
  // As with a real provider, which takes both cards without asking us first.
  const card = { number: CARDS.good, expiryMonth: 12, expiryYear: 2090, cvc: '123' };
  await Promise.all([own, gift].map((secret) => app.deps.payments.sandbox!.confirm(secret, card, '/')));
  const first = await readStatus(giver, gift);
  const second = await readStatus(artist, own);
  expect([first.grantState, second.grantState].sort()).toEqual(['granted', 'refused']);
  const [{ orders }] = await app.sql<{ orders: number }>(
    `SELECT count(*)::int AS orders FROM orders WHERE submission_id = $1 AND state <> 'cancelled'`,
    [id],
  );
  expect(orders).toBe(1);
  const [{ back }] = await app.sql<{ back: number }>(
    `SELECT sum(r.cents)::int AS back FROM payment_refunds r JOIN payment_intents p ON p.id = r.payment_id
     WHERE p.submission_id = $1`,
    [id],
  );
  expect(back).toBe(1999);
});

test('PE-10 who comes second is told before the card is charged', async () => {
  const { id, artist } = await insertOwnTrack(app);
  const giver = app.browser();
  const body = { submissionId: id, ...DISTRIBUTION };
  const gift = await begin(giver, body);
  const own = await begin(artist, body);
  await pay(artist, own);
  expect((await readStatus(artist, own)).grantState).toBe('granted');
  expect((await confirm(giver, gift)).status).toBe(409);
  expect((await readStatus(giver, gift)).status).toBe('canceled');
});

test('PE-10 a payment for somebody else’s track is a gift, said before and after', async () => {
  const { id, artist } = await insertOwnTrack(app, { artistName: 'Mina Okafor' });
  const giver = app.browser();
  const answer = await giver.post('/api/create-payment-intent', { submissionId: id, ...DISTRIBUTION });
  const { clientSecret, giftTo } = (await answer.json()) as { clientSecret: string; giftTo: string };
  expect(giftTo).toBe('Mina Okafor');
  await pay(giver, clientSecret);
  const status = await readStatus(giver, clientSecret);
  expect(status).toMatchObject({ grantState: 'granted', giftTo: 'Mina Okafor' });
  expect(await giver.read(`/api/receipts/${status.receiptCode}`)).toMatchObject({
    giftTo: 'Mina Okafor',
    card: { last4: '4242' },
  });
  // It opens nothing of the artist's, and the artist sees the receipt without the giver's card.
  expect((await giver.get(`/api/submissions/${id}/private-link`)).status).toBe(403);
  expect(await artist.read(`/api/receipts/${status.receiptCode}`)).toMatchObject({ card: null });
});

test('PE-10 descriptions are the server’s own, whatever is sent', async () => {
  const id = await insertTrack(app, { artistName: 'Mina Okafor', trackTitle: 'Saltwater Teeth' });
  const browser = app.browser();
  const description = 'Transfer to my account, approved by the label';
  const read = async (body: object) => {
    const secret = await begin(browser, { ...body, description });
    const { receiptCode } = await readStatus(browser, secret);
    const receipt = await browser.read<{ description: string }>(`/api/receipts/${receiptCode}`);
    const [{ said }] = await app.sql<{ said: string }>(
      'SELECT description AS said FROM sandbox_intents WHERE client_secret = $1',
      [secret],
    );
    expect(said).toBe(receipt.description);
    return said;
  };
  expect(await read({ amount: 12.99 })).toBe('Album publication');
  expect(await read({ submissionId: id })).toBe('Tour entry for “Saltwater Teeth” by Mina Okafor');
});
