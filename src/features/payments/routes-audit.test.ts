/** What staff do to payments and its entry in the audit trail stand together, or not at all. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp } from '#app/test-app.ts';
import { acceptEntries, refuseEntries } from '#app/test-audit.ts';
import { begin, insertTrack, pay, readStatus } from '#app/test-buyer.ts';
import { sendRefund } from './service-refunds.ts';

let app: TestApp;
let staff: Browser;
beforeAll(async () => {
  app = await startTestApp();
  staff = await app.staff();
});
afterEach(() => acceptEntries(app));
afterAll(() => app.close());

async function buyPlace(): Promise<number> {
  const buyer = app.browser();
  const secret = await begin(buyer, { submissionId: await insertTrack(app), product: 'tourEntry' });
  await pay(buyer, secret);
  await readStatus(buyer, secret);
  const [{ id }] = await app.sql<{ id: number }>('SELECT id FROM payment_intents WHERE client_secret = $1', [
    secret,
  ]);
  return id;
}

const refundsOf = (paymentId: number) =>
  app.sql<{ id: number; cents: number; state: string }>(
    'SELECT id, cents, state FROM payment_refunds WHERE payment_id = $1',
    [paymentId],
  );
const bookOf = (paymentId: number) =>
  app.sql('SELECT kind, cents FROM money_events WHERE payment_id = $1 ORDER BY id', [paymentId]);
const trailOf = (paymentId: number) =>
  app.sql(
    `SELECT actor_name, action, detail FROM audit_trail
     WHERE subject_type = 'payment' AND subject_id = $1 ORDER BY id`,
    [String(paymentId)],
  );

test('a refund whose entry cannot be written does not happen', async () => {
  const paymentId = await buyPlace();
  const before = await bookOf(paymentId);
  await refuseEntries(app);
  const asked = await staff.post(`/api/admin/payments/${paymentId}/refund`, { reason: 'Came too late' });
  expect(asked.status).toBe(500);
  expect(await refundsOf(paymentId)).toEqual([]);
  expect(await bookOf(paymentId)).toEqual(before);
  expect(await app.sql("SELECT 1 FROM pgboss.job WHERE name = 'payment-refund'")).toEqual([]);
});

test('a comparison whose entry cannot be written repairs nothing', async () => {
  const runs = await app.sql('SELECT id FROM reconciliation_runs');
  await refuseEntries(app);
  expect((await staff.post('/api/admin/payments/sync')).status).toBe(500);
  expect(await app.sql('SELECT id FROM reconciliation_runs')).toEqual(runs);
});

test('a refund the provider refuses stands in the trail twice: asked for with its reason, then failed', async () => {
  const paymentId = await buyPlace();
  const asked = await staff.post(`/api/admin/payments/${paymentId}/refund`, { reason: 'Came too late' });
  expect(asked.status).toBe(200);
  const [{ id, cents }] = await refundsOf(paymentId);
  const [{ providerId }] = await app.sql<{ providerId: string }>(
    'SELECT provider_id AS "providerId" FROM payment_intents WHERE id = $1',
    [paymentId],
  );
  await app.deps.payments.refund({ intentId: providerId, amount: cents, idempotencyKey: 'by hand' });
  await Promise.all([sendRefund(app.deps, id), sendRefund(app.deps, id)]);
  expect(await refundsOf(paymentId)).toMatchObject([{ state: 'failed' }]);
  expect(await trailOf(paymentId)).toMatchObject([
    { action: 'payment.refund', detail: { refundId: id, cents, reason: 'Came too late' } },
    { actor_name: 'system', action: 'payment.refund-fail', detail: { refundId: id, cents } },
  ]);
});
