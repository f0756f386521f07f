/** Payments as staff see them, over HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp } from '#app/test-app.ts';
import { begin, CARDS, insertOwnTrack, pay } from '#app/test-buyer.ts';
import type { PaymentRecord, PaymentSummary, ReconciliationRun } from './contract-staff.ts';
import { COPY } from './copy.ts';
import { checkMoney } from './service-check.ts';

let app: TestApp;
let staff: Browser;
beforeAll(async () => {
  app = await startTestApp();
  staff = await app.staff();
});
afterAll(() => app.close());

interface Listed {
  payments: PaymentRecord[];
  summary: PaymentSummary;
}

async function buy(product: string, trackTitle: string): Promise<number> {
  const { id: submissionId, artist: browser } = await insertOwnTrack(app, { trackTitle });
  if (product === 'discountedEntry') await staff.post(`/api/admin/submissions/${submissionId}/artist-link`);
  const secret = await begin(browser, { submissionId, product });
  await pay(browser, secret);
  await browser.read(`/api/payments/status?payment_intent_client_secret=${secret}`);
  return submissionId;
}

test('SD-14 SD-10 payments with their match and what they add up to, by product and not by amount', async () => {
  await buy('standardEntry', 'Standard');
  const discounted = await buy('discountedEntry', 'Discounted');
  await buy('tourEntry', 'Tour'); // the same amount as the discounted entry
  const { payments, summary } = await staff.read<Listed>('/api/admin/payments');
  expect(summary).toEqual({
    totalRevenue: 4999 + 2999 + 2999,
    standardPayments: 1,
    standardRevenue: 4999,
    discountedPayments: 1,
    discountedRevenue: 2999,
  });
  expect(payments.map((payment) => payment.trackTitle)).toEqual(['Tour', 'Discounted', 'Standard']);
  expect(payments[1]).toMatchObject({
    amount: 2999,
    status: 'succeeded',
    artistName: 'Mina Okafor',
    submissionId: discounted,
    allMetadata: { product: 'discountedEntry', submissionId: String(discounted) },
    databaseMatch: { status: 'matched', databaseArtistName: 'Mina Okafor', databaseTrackTitle: 'Discounted' },
  });
  expect((await staff.read<Listed>('/api/admin/payments?search=STANDARD')).payments).toHaveLength(1);
});

test('SD-10 a sync asks the provider: matched, mismatched and unknown payments are told apart', async () => {
  const wrong = await buy('standardEntry', 'Wrong metadata');
  await app.sql(
    `UPDATE sandbox_intents SET metadata = metadata || '{"submissionId": "987654"}' WHERE metadata->>'submissionId' = $1`,
    [String(wrong)],
  );
  const gone = await buy('standardEntry', 'Deleted');
  await app.sql('DELETE FROM submissions WHERE id = $1', [gone]);
  await app.deps.payments.createIntent({
    amount: 500,
    currency: 'usd',
    description: 'Somebody else',
    metadata: {},
    idempotencyKey: 'not ours',
  });
  const answer = await staff.post('/api/admin/payments/sync');
  expect(answer.status).toBe(200);
  const { payments, reconciliation } = (await answer.json()) as Listed & {
    reconciliation: { unknown: number; checked: number };
  };
  const matchOf = (test: (payment: PaymentRecord) => boolean) => payments.find(test)?.databaseMatch.status;
  expect(matchOf((payment) => payment.submissionId === wrong)).toBe('metadata_mismatch');
  expect(matchOf((payment) => payment.submissionId === gone)).toBe('not_found');
  expect(matchOf((payment) => payment.description === 'Somebody else')).toBe('not_found');
  expect(matchOf((payment) => payment.trackTitle === 'Tour')).toBe('matched');
  expect(reconciliation).toMatchObject({ unknown: 1, checked: payments.length });
  expect(JSON.stringify(payments)).not.toContain('"key"');
});

test('SD-10 a comparison tells how far it is while it goes on, and is kept with what it found', async () => {
  const { payments } = app.deps;
  const read = () => staff.read<ReconciliationRun[]>('/api/admin/payments/reconciliations');
  const seen: ReconciliationRun[] = [];
  const listIntents = payments.listIntents.bind(payments);
  payments.listIntents = async (page) => {
    seen.push((await read())[0]);
    return listIntents({ ...page, limit: 2 });
  };
  try {
    await staff.post('/api/admin/payments/sync');
  } finally {
    payments.listIntents = listIntents;
  }
  expect(seen.slice(0, 3).map(({ checked }) => checked)).toEqual([0, 2, 4]);
  expect(seen[1].finishedAt).toBeNull();
  const [run] = await read();
  expect(run).toMatchObject({ id: seen[0].id, unknown: 1, finishedAt: expect.any(String) });
  expect(run.checked).toBeGreaterThan(4);
  expect(run.findings).toContainEqual(expect.objectContaining({ what: expect.stringContaining('not ours') }));
});

test('a refund in part is in the audit trail with its reason; more than was paid is refused', async () => {
  const { payments } = await staff.read<Listed>('/api/admin/payments?search=Tour');
  const refund = await staff.post(`/api/admin/payments/${payments[0].paymentId}/refund`, {
    cents: 1000,
    reason: 'Late by a day',
  });
  expect(await refund.json()).toEqual({ cents: 1000 });
  const tooMuch = await staff.post(`/api/admin/payments/${payments[0].paymentId}/refund`, {
    cents: 5000,
    reason: 'Too much',
  });
  expect(tooMuch.status).toBe(409);
  const trail = await staff.read<{ action: string; detail: object }[]>(
    '/api/admin/audit?action=payment.refund',
  );
  expect(trail).toMatchObject([{ detail: { cents: 1000, reason: 'Late by a day' } }]);
});

/** The list read two at a time, each page after the last row of the one before. */
async function readPaged<Row>(read: (query: string) => Promise<Row[]>, idOf: (row: Row) => number | null) {
  const rows: Row[] = [];
  for (let query = 'limit=2'; ; query = `limit=2&after=${idOf(rows[rows.length - 1])}`) {
    const page = await read(query);
    rows.push(...page);
    if (page.length < 2) return rows;
  }
}

test('SD-14 payments are sorted by date or amount, and the pages are the whole list', async () => {
  const sorted = async (order: string) =>
    (
      await readPaged(
        async (page) => (await staff.read<Listed>(`/api/admin/payments?${order}&${page}`)).payments,
        ({ paymentId }) => paymentId,
      )
    ).map(({ paymentId }) => paymentId);
  const stored = async (order: string) =>
    (
      await app.sql<{ id: number }>(
        `SELECT id FROM payment_intents WHERE provider_id IS NOT NULL ORDER BY ${order}`,
      )
    ).map(({ id }) => id);
  expect(await sorted('')).toEqual(await stored('created_at DESC, id DESC'));
  expect(await sorted('direction=asc')).toEqual(await stored('created_at, id'));
  expect(await sorted('sort=amount')).toEqual(await stored('amount DESC, id DESC'));
  expect(await sorted('sort=amount&direction=asc')).toEqual(await stored('amount, id'));
});

async function insertAlbum(): Promise<number> {
  const [{ id }] = await app.sql<{ id: number }>(
    `INSERT INTO album_submissions (artist_name, album_name, phone_number, browser_digest, created_at)
     VALUES ('Lea', 'Nine Rooms', '+12126640142', 'x', now()) RETURNING id`,
  );
  return id;
}

test('HON-5 check-money agrees to the cent, and names whatever is tampered with; a disputed payment is not refunded', async () => {
  const track = await buy('tourEntry', 'Checked');
  const spot = await buy('discountedEntry', 'Spot');
  const fan = app.browser();
  const wish = { voterName: 'Ada', voterPhone: '+12126647665', votePackage: 'small', page: 'main' };
  const begun = await fan.post(`/api/submissions/${track}/vote/payment`, wish);
  const { clientSecret } = (await begun.json()) as { clientSecret: string };
  await pay(fan, clientSecret, CARDS.disputed);
  await fan.read(`/api/payments/status?payment_intent_client_secret=${clientSecret}`);
  const [{ id }] = await app.sql<{ id: number }>(
    'SELECT id FROM payment_intents WHERE client_secret = $1 AND dispute = $2',
    [clientSecret, 'open'],
  );
  const [{ payment_id: spotPayment }] = await app.sql<{ payment_id: number }>(
    `SELECT payment_id FROM places WHERE pool = 'discounted' AND submission_id = ${spot}`,
  );
  const refund = await staff.post(`/api/admin/payments/${id}/refund`, { cents: null, reason: 'kindness' });
  expect([refund.status, (await refund.json()) as object]).toEqual([
    409,
    expect.objectContaining({ error: COPY.disputed }),
  ]);
  const problems = async () => (await checkMoney(app.deps)).problems.join('\n');
  const before = await problems();
  const tour = `pool = 'tour' AND submission_id = ${track}`;
  const [{ payment_id: tourPayment }] = await app.sql<{ payment_id: number }>(
    `SELECT payment_id FROM places WHERE ${tour}`,
  );
  const albumId = await insertAlbum();
  const tampering: [change: string, undo: string, said: string, where?: string][] = [
    [
      'votes SET vote_count = vote_count + 1',
      'votes SET vote_count = vote_count - 1',
      'bought 15 votes; 16 are',
    ],
    ['votes SET payment_amount = 1', 'votes SET payment_amount = 999', 'says 1.'],
    ['orders SET cents = cents - 1', 'orders SET cents = cents + 1', 'disagree'],
    ['votes SET submission_id = 0', `votes SET submission_id = ${track}`, 'its votes went to 0'],
    [
      'submissions SET votes_paid = 100, vote_count = 100',
      'submissions SET votes_paid = 15, vote_count = 15',
      'shows 100 votes',
    ],
    ['fan_standings SET votes = 99', 'fan_standings SET votes = 15', 'is ranked with 99'],
    [
      'label_entries SET payment_completed = false, payment_id = NULL',
      `label_entries SET payment_completed = true, payment_id = ${spotPayment}`,
      'counts as entered: false',
    ],
    [`places SET payment_id = ${id}`, `places SET payment_id = ${spotPayment}`, 'has no discounted spot'],
    ["orders SET state = 'cancelled'", "orders SET state = 'waiting'", 'has no standing order'],
    [`places SET payment_id = ${id}`, `places SET payment_id = ${tourPayment}`, 'has no place', tour],
    [
      'submissions SET distribution_paid = true',
      'submissions SET distribution_paid = false',
      'counts as distributed: true',
    ],
    [
      'album_submissions SET submission_paid = true',
      'album_submissions SET submission_paid = false',
      `Album ${albumId} counts as submitted: true, as distributed: false`,
    ],
    ['orders SET album_id = 1', 'orders SET album_id = NULL', 'disagree'],
    [
      'payment_refunds SET cents = cents - 1',
      'payment_refunds SET cents = cents + 1',
      'are not those the book',
    ],
    ['payment_intents SET refunded_amount = 1', 'payment_intents SET refunded_amount = 0', 'the book says'],
  ];
  for (const [change, undo, said, elsewhere] of tampering) {
    const where = {
      payment_intents: `id = ${id}`,
      submissions: `id = ${track}`,
      votes: `payment_id = ${id}`,
      payment_refunds: 'true',
      album_submissions: `id = ${albumId}`,
      label_entries: `submission_id = ${spot}`,
      places: `pool = 'discounted' AND submission_id = ${spot}`,
    };
    const table = change.split(' ')[0] as keyof typeof where;
    const which = elsewhere ?? where[table] ?? `submission_id = ${track}`;
    await app.sql(`UPDATE ${change} WHERE ${which}`);
    expect((await problems()).replace(before, ''), change).toContain(said);
    await app.sql(`UPDATE ${undo} WHERE ${which}`);
    expect(await problems()).toBe(before);
  }
  await expect(app.sql('DELETE FROM money_events')).rejects.toThrow('append-only');
});
