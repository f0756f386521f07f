/** Payments and orders as staff see them, over HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp } from '#app/test-app.ts';
import { begin, insertTrack, pay } from '#app/test-buyer.ts';
import type { Order, PaymentRecord, PaymentSummary } from './contract-staff.ts';

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
