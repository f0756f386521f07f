/** Payments and orders as staff see them, over HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp } from '#app/test-app.ts';
import { begin, CARDS, insertTrack, pay } from '#app/test-buyer.ts';
import type { Order, PaymentRecord, PaymentSummary, ReconciliationRun } from './contract-staff.ts';
import { COPY } from './rules.ts';
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
  const submissionId = await insertTrack(app, { trackTitle });
  const browser = app.browser();
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

test('SD-1 orders wait for a person, are moved on, and the audit trail says by whom; refunds are for owners', async () => {
  const [order] = await staff.read<Order[]>('/api/admin/orders');
  expect(order).toMatchObject({ state: 'waiting', productName: expect.any(String) });
  const moved = await staff.post(`/api/admin/orders/${order.id}`, { state: 'in_progress', note: 'Booked' });
  expect(await moved.json()).toMatchObject({ state: 'in_progress', note: 'Booked' });
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

test('SD-1 orders are searched by product, artist, track, note and album, open or finished', async () => {
  const found = async (words: string, open = true) =>
    (await staff.read<Order[]>(`/api/admin/orders?open=${open}&search=${words}`)).map(({ title }) => title);
  const tour = 'Tour entry for “Tour” by Mina Okafor';
  const all = await found('');
  expect(all).toContain(tour);
  expect(await found('TOUR')).toEqual([tour]);
  expect(await found('okafor')).toEqual(all);
  expect(await found('booked')).toEqual([all[0]]);
  expect(await found('nobody')).toEqual([]);
  const [{ album }] = await app.sql<{ album: number }>(
    `INSERT INTO album_submissions (artist_name, album_name, phone_number, browser_digest, created_at)
     VALUES ('Lea', 'Nine Rooms', '+12126640142', 'x', now()) RETURNING id AS album`,
  );
  const change = (set: string) => app.sql(`UPDATE orders SET ${set} WHERE title = $1`, [tour]);
  await change(`album_id = ${album}`);
  expect(await found('nine%20rooms')).toEqual([tour]);
  await change("album_id = NULL, state = 'delivered'");
  expect(await found('tour')).toEqual([]);
  expect(await found('tour', false)).toEqual([tour]);
  await change("state = 'waiting'");
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

test('SD-1 orders are sorted by due date or by when they were placed, and the pages are the whole list', async () => {
  await app.sql(
    "UPDATE orders SET due_at = '2030-01-01', opened_at = '2026-01-01'::timestamptz + id * '1 day'::interval",
  );
  await app.sql("UPDATE orders SET due_at = '2029-01-01' WHERE id = (SELECT max(id) FROM orders)");
  const ids = (await app.sql<{ id: number }>('SELECT id FROM orders ORDER BY id')).map(({ id }) => id);
  const last = ids[ids.length - 1];
  const sorted = async (order: string) =>
    (
      await readPaged(
        (page) => staff.read<Order[]>(`/api/admin/orders?open=false&${order}&${page}`),
        ({ id }) => id,
      )
    ).map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(2);
  const soonest = [last, ...ids.slice(0, -1)];
  expect(await sorted('')).toEqual(soonest);
  expect(await sorted('sort=due&direction=desc')).toEqual(soonest.toReversed());
  expect(await sorted('sort=placed&direction=asc')).toEqual(ids);
  expect(await sorted('sort=placed&direction=desc')).toEqual(ids.toReversed());
  expect((await staff.get('/api/admin/orders?sort=title')).status).toBe(400);
});

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
  const tampering: [change: string, undo: string, said: string][] = [
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
    ['orders SET album_id = 1', 'orders SET album_id = NULL', 'disagree'],
    [
      'payment_refunds SET cents = cents - 1',
      'payment_refunds SET cents = cents + 1',
      'are not those the book',
    ],
    ['payment_intents SET refunded_amount = 1', 'payment_intents SET refunded_amount = 0', 'the book says'],
  ];
  for (const [change, undo, said] of tampering) {
    const where = {
      payment_intents: `id = ${id}`,
      submissions: `id = ${track}`,
      votes: `payment_id = ${id}`,
      payment_refunds: 'true',
      label_entries: `submission_id = ${spot}`,
      places: `pool = 'discounted' AND submission_id = ${spot}`,
    };
    const table = change.split(' ')[0] as keyof typeof where;
    const which = where[table] ?? `submission_id = ${track}`;
    await app.sql(`UPDATE ${change} WHERE ${which}`);
    expect((await problems()).replace(before, ''), change).toContain(said);
    await app.sql(`UPDATE ${undo} WHERE ${which}`);
    expect(await problems()).toBe(before);
  }
  await expect(app.sql('DELETE FROM money_events')).rejects.toThrow('append-only');
});
