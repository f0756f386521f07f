// The cap on paid votes a day: refused before charging, and given back when it slipped past.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp } from '#app/test-app.ts';
import { CARDS, confirm, insertTrack, pay, readStatus } from '#app/test-buyer.ts';
import { signInAs } from '#app/test-people.ts';
import { countsOf, findPhone, readCounts } from '#app/test-voters.ts';
import { checkMoney } from '#features/payments/service-check.ts';
import { refreshPayment } from '#features/payments/service-settle.ts';

const MASTERCARD = '5555555555554444';

let app: TestApp;
let id: number;
let nextNumber = 60_000;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  expect((await checkMoney(app.deps)).problems).toEqual([]);
  await app.close();
});
beforeEach(async () => {
  // Every test has a day of its own: the cards are the same in all of them.
  app.clock.advance(24 * 3600);
  id = await insertTrack(app, { createdAt: app.clock.now() });
  app.deps.campaign.votes.paidPerDay = { person: 250, card: null };
});

const begin = (browser: Browser, votePackage: string, track = id) =>
  browser.post(`/api/submissions/${track}/vote/payment`, {
    voterName: 'Ada',
    voterPhone: '+1 212 664 7665',
    votePackage,
    comment: 'Because',
  });
const secretOf = async (answer: Response) => ((await answer.json()) as { clientSecret: string }).clientSecret;

async function buy(browser: Browser, votePackage: string, card?: string) {
  const secret = await secretOf(await begin(browser, votePackage));
  await pay(browser, secret, card);
  return readStatus(browser, secret);
}

test('PE-8 a person buys so many votes a day, in any browser; the day after they can buy again', async () => {
  const phone = findPhone(nextNumber++);
  const here = await signInAs(app, phone);
  const elsewhere = await signInAs(app, phone);
  expect(await buy(here, 'boost')).toMatchObject({ grantState: 'granted' });
  expect(await buy(elsewhere, 'boost')).toMatchObject({ grantState: 'granted' });
  const refused = await begin(here, 'boost');
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({
    reason: 'paid_cap',
    message: 'You can buy 250 votes a day, and 170 were bought today.',
  });
  expect(await buy(here, 'large')).toMatchObject({ grantState: 'granted' });
  expect(await readCounts(app, id)).toEqual(countsOf({ total: 230, paid: 230 }));
  const other = await signInAs(app, findPhone(nextNumber++));
  expect(await buy(other, 'throne')).toMatchObject({ grantState: 'granted' });
  app.clock.advance(24 * 3600);
  expect((await begin(here, 'boost')).status).toBe(200);
  const rows = await app.sql(
    `SELECT DISTINCT proof, phone_e164 = $2 AS own FROM votes WHERE submission_id = $1`,
    [id, phone],
  );
  expect(rows).toHaveLength(2);
  expect(rows).toEqual(
    expect.arrayContaining([
      { proof: 'sms', own: true },
      { proof: 'sms', own: false },
    ]),
  );
});

test('PE-8 without signing in it is the browser; a typed number uses up nobody’s votes', async () => {
  const browser = app.browser();
  expect(await buy(browser, 'throne')).toMatchObject({ grantState: 'granted' });
  expect((await begin(browser, 'small')).status).toBe(409);
  // Signing in afterwards gives no second helping; the owner of the typed number has all of theirs.
  await signInAs(app, findPhone(nextNumber++), { browser });
  expect((await begin(browser, 'small')).status).toBe(409);
  const owner = await signInAs(app, '+12126647665');
  expect(await buy(owner, 'throne')).toMatchObject({ grantState: 'granted' });
});

test('PE-8 a payment begun before the cap was reached is refused at the charge: no money moves', async () => {
  const browser = await signInAs(app, findPhone(nextNumber++));
  const open = await secretOf(await begin(browser, 'small'));
  await buy(browser, 'throne');
  const late = await confirm(browser, open);
  expect(late.status).toBe(409);
  expect(await late.json()).toMatchObject({ reason: 'paid_cap' });
  const [row] = await app.sql('SELECT state FROM payment_intents WHERE client_secret = $1', [open]);
  expect(row).toEqual({ state: 'canceled' });
});

/** Payments for a track each, charged behind our back, as with a real provider, and then heard of all at once. */
async function chargeTogether(
  browsers: readonly Browser[],
  tracks: readonly number[],
  cards: readonly string[],
) {
  const secrets = await Promise.all(
    browsers.map(async (browser, index) => secretOf(await begin(browser, 'boost', tracks[index]))),
  );
  const { sandbox } = app.deps.payments;
  for (const [index, secret] of secrets.entries())
    await sandbox!.confirm(
      secret,
      { number: cards[index % cards.length], expiryMonth: 12, expiryYear: 2190, cvc: '123' },
      '/',
    );
  await Promise.all(
    secrets.flatMap((secret) => {
      const providerId = secret.split('_secret_')[0];
      return [refreshPayment(app.deps, providerId), refreshPayment(app.deps, providerId)];
    }),
  );
  return app.sql<{ grant_state: string; n: number }>(
    `SELECT grant_state, count(*)::int AS n FROM payment_intents WHERE client_secret = ANY($1) GROUP BY 1 ORDER BY 1`,
    [secrets],
  );
}

test('PE-8 six paid at once by one person: two count, four are refunded whole', async () => {
  const phone = findPhone(nextNumber++);
  const browsers = await Promise.all(Array.from({ length: 6 }, () => signInAs(app, phone)));
  // One person has one open payment for one track.
  const tracks = await Promise.all(browsers.map(() => insertTrack(app, { createdAt: app.clock.now() })));
  expect(await chargeTogether(browsers, tracks, [CARDS.good])).toEqual([
    { grant_state: 'granted', n: 2 },
    { grant_state: 'refused', n: 4 },
  ]);
  const counts = await Promise.all(tracks.map((track) => readCounts(app, track)));
  expect(counts.map(({ paid }) => paid).sort()).toEqual([0, 0, 0, 0, 85, 85]);
  const refunds = await app.sql(
    `SELECT r.cents FROM payment_refunds r JOIN payment_intents p ON p.id = r.payment_id WHERE p.submission_id = ANY($1)`,
    [tracks],
  );
  expect(refunds).toEqual(Array(4).fill({ cents: 3999 }));
  const [{ note }] = await app.sql<{ note: string }>(
    `SELECT grant_note AS note FROM payment_intents WHERE submission_id = ANY($1) AND grant_state = 'refused' LIMIT 1`,
    [tracks],
  );
  expect(note).toContain('the whole amount goes back');
});

test('PE-8 one card in six browsers buys no more than one card may; another card is another', async () => {
  app.deps.campaign.votes.paidPerDay = { person: null, card: 250 };
  const browsers = Array.from({ length: 6 }, () => app.browser());
  expect(await chargeTogether(browsers, Array(6).fill(id), [CARDS.good])).toEqual([
    { grant_state: 'granted', n: 2 },
    { grant_state: 'refused', n: 4 },
  ]);
  expect(await buy(app.browser(), 'throne', MASTERCARD)).toMatchObject({ grantState: 'granted' });
  expect(await readCounts(app, id)).toEqual(countsOf({ total: 420, paid: 420 }));
  const cards = await app.sql('SELECT DISTINCT card_digest FROM votes WHERE submission_id = $1', [id]);
  expect(cards).toHaveLength(2);
  expect(JSON.stringify(cards)).not.toMatch(/4242|4444/);
});

test('PE-8 votes whose money went back leave room', async () => {
  const browser = await signInAs(app, findPhone(nextNumber++));
  const { receiptCode } = await buy(browser, 'throne');
  const [{ provider_id }] = await app.sql<{ provider_id: string }>(
    'SELECT provider_id FROM payment_intents WHERE receipt_code = $1',
    [receiptCode],
  );
  await app.deps.payments.refund({ intentId: provider_id, amount: 4999, idempotencyKey: receiptCode });
  await refreshPayment(app.deps, provider_id);
  expect(await buy(browser, 'throne')).toMatchObject({ grantState: 'granted' });
});
