/** Album payments of the briefs' bare calls: they name no album, are taken all the same, and wait for staff to say which. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp } from '#app/test-app.ts';
import { begin, CARDS, pay, readStatus } from '#app/test-buyer.ts';
import { checkMoney } from './service-check.ts';
import { refreshPayment } from './service-settle.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  app = await startTestApp();
  browser = app.browser();
});
afterAll(() => app.close());

async function insertAlbum(): Promise<number> {
  const [row] = await app.sql<{ id: number }>(
    `INSERT INTO album_submissions (artist_name, album_name, phone_number, browser_digest, created_at)
     VALUES ('Mina Okafor', 'Tidal', '+12025550142', 'nobody', now()) RETURNING id`,
  );
  return row.id;
}

const paymentOf = async (clientSecret: string) =>
  (
    await app.sql<{ id: number; amount: number; product: string; description: string }>(
      'SELECT id, amount, product, description FROM payment_intents WHERE client_secret = $1',
      [clientSecret],
    )
  )[0];

test('PA-8 PA-11 {amount} in dollars is an album submission or publication, also without an album', async () => {
  const submission = await begin(browser, { amount: 24.99 });
  const publication = await begin(browser, {
    amount: 12.99,
    description: 'Album publication for Tidal by Mina Okafor',
  });
  expect(await paymentOf(submission)).toMatchObject({ product: 'albumSubmission', amount: 2499 });
  expect(await paymentOf(publication)).toMatchObject({
    product: 'albumPublication',
    amount: 1299,
    // What a page sends along is not what the receipt says.
    description: 'Album publication',
  });
  await pay(browser, submission);
  expect(await readStatus(browser, submission)).toMatchObject({ status: 'succeeded', grantState: 'waiting' });
  expect((await checkMoney(app.deps)).problems).toEqual([]);
});

test('staff say which album it was for: granted then, once; a second payment for the same goes back', async () => {
  const staff = await app.staff();
  const albumId = await insertAlbum();
  const buy = async (who: Browser) => {
    const secret = await begin(who, { amount: 24.99 });
    await pay(who, secret);
    await readStatus(who, secret);
    return { who, secret, id: (await paymentOf(secret)).id };
  };
  const [first, second] = [await buy(app.browser()), await buy(app.browser())];
  const attach = (who: Browser, id: number, album = albumId) =>
    who.post(`/api/admin/payments/${id}/attach`, { albumId: album });
  const choices = `/api/admin/payments/${first.id}/attachable`;
  expect((await browser.get(choices)).status).toBe(401);
  expect((await staff.get('/api/admin/payments/999999/attachable')).status).toBe(404);
  expect(await staff.read(choices)).toEqual([{ id: albumId, name: 'Tidal, Mina Okafor' }]);
  expect((await attach(browser, first.id)).status).toBe(401);
  expect((await attach(staff, first.id, 999_999)).status).toBe(404);
  expect(await (await attach(staff, first.id)).json()).toMatchObject({ grantState: 'granted' });
  expect((await attach(staff, first.id)).status).toBe(409);
  expect(await (await attach(staff, second.id)).json()).toMatchObject({ grantState: 'refused' });
  expect(await readStatus(second.who, second.secret)).toMatchObject({ grantState: 'refused', albumId });
  expect((await checkMoney(app.deps)).problems).toEqual([]);
});

test('a payment the bank examines is attached with its order on hold, until the bank has decided', async () => {
  const staff = await app.staff();
  const who = app.browser();
  const albumId = await insertAlbum();
  const secret = await begin(who, { amount: 12.99 });
  await pay(who, secret, CARDS.disputed);
  expect(await readStatus(who, secret)).toMatchObject({ grantState: 'waiting' });
  const { id } = await paymentOf(secret);
  expect((await staff.post(`/api/admin/payments/${id}/attach`, { albumId })).status).toBe(200);
  const order = () => app.sql('SELECT state FROM orders WHERE payment_id = $1', [id]);
  expect(await order()).toEqual([{ state: 'paused' }]);
  const { receiptCode } = await readStatus(who, secret);
  expect(await who.read(`/api/receipts/${receiptCode}`)).toMatchObject({
    order: { state: 'paused', dueAt: expect.any(String) },
    download: { path: `/api/album-submissions/${albumId}/release.zip` },
  });
  const providerId = secret.split('_secret_')[0];
  await app.deps.payments.sandbox!.closeDispute(providerId, true);
  await refreshPayment(app.deps, providerId);
  expect(await order()).toEqual([{ state: 'waiting' }]);
  expect((await checkMoney(app.deps)).problems).toEqual([]);
});
