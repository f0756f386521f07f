/** Distribution over real HTTP: begin, pay, state of each store, refusals, the dashboard's link. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp } from '#app/test-app.ts';
import { insertTrack, intentIdOf, pay } from '#app/test-buyer.ts';
import { ORDER_DUE_DAYS } from '#features/orders/rules.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  app = await startTestApp();
  browser = app.browser();
});
afterAll(() => app.close());

const statusOf = (id: number) =>
  browser.read<{
    isPaid: boolean;
    order: { state: string } | null;
    stores: { store: string; state: string }[];
  }>(`/api/submissions/${id}/distribution-status`);

test('DI-5 DI-8 begun on its own call without a body, paid, reported, and safe to repeat', async () => {
  const id = await insertTrack(app);
  expect(await statusOf(id)).toMatchObject({ isPaid: false, order: null });
  const begun = await browser.post(`/api/submissions/${id}/distribution-payment`);
  const { clientSecret, amount } = (await begun.json()) as { clientSecret: string; amount: number };
  expect(amount).toBe(1999);
  const same = await browser.post('/api/create-distribution-payment', { submissionId: id, amount: 19.99 });
  expect(await same.json()).toEqual({ clientSecret, giftTo: 'Mina Okafor' });
  await pay(browser, clientSecret);
  const report = { paymentIntentId: intentIdOf(clientSecret), submissionId: id };
  for (let i = 0; i < 3; i++) {
    const response = await browser.post('/api/distribution-payment-success', report);
    expect(await response.json()).toEqual({ success: true, isPaid: true });
  }
  const after = await statusOf(id);
  expect(after).toMatchObject({ isPaid: true, order: { state: 'waiting' } });
  expect(after.stores.map(({ store }) => store)).toEqual(app.deps.campaign.stores);
  expect(after.stores.every(({ state }) => state === 'planned')).toBe(true);
  expect((await app.sql('SELECT 1 FROM orders WHERE submission_id = $1', [id])).length).toBe(1);
});

test('the state of each store is what staff recorded, and only staff record it', async () => {
  const id = await insertTrack(app);
  const begun = await browser.post(`/api/submissions/${id}/distribution-payment`);
  const { clientSecret } = (await begun.json()) as { clientSecret: string };
  await pay(browser, clientSecret);
  await browser.get(`/api/payments/status?payment_intent_client_secret=${clientSecret}`);
  const [order] = await app.sql<{ id: number }>('SELECT id FROM orders WHERE submission_id = $1', [id]);
  const store = app.deps.campaign.stores[1];
  const move = (who: Browser) => who.post(`/api/admin/orders/${order.id}/stores`, { store, state: 'live' });
  expect((await move(browser)).status).toBe(401);
  expect((await move(await app.staff())).status).toBe(200);
  const listed = await (await app.staff()).read<
    { id: number; stores: object[]; openedAt: string; dueAt: string }[]
  >('/api/admin/orders');
  const { stores: seen, openedAt, dueAt } = listed.find((row) => row.id === order.id)!;
  expect(seen).toContainEqual({ store, state: 'live' });
  expect(seen).toHaveLength(app.deps.campaign.stores.length);
  expect((Date.parse(dueAt) - Date.parse(openedAt)) / 86_400_000).toBe(ORDER_DUE_DAYS.distribution);
  const { stores } = await statusOf(id);
  expect(stores.filter(({ state }) => state === 'live')).toEqual([{ store, state: 'live' }]);
});

test('DI-3 SEC-2 the dashboard opens with its own link and no other', async () => {
  const [id, other] = [await insertTrack(app), await insertTrack(app)];
  const staff = await app.staff();
  const made = await staff.post(`/api/admin/submissions/${id}/artist-link`);
  const links = (await made.json()) as { pitchLink: string; distributionLink: string };
  const access = (link: string) => new URL(link, app.url).searchParams.get('access');
  const open = (track: number, token: string | null) =>
    browser.get(`/api/submissions/${track}/distribution-dashboard?access=${token}`);
  const opened = await open(id, access(links.distributionLink));
  expect(await opened.json()).toMatchObject({
    trackTitle: 'Saltwater Teeth',
    isPaid: false,
    moreStores: 140,
  });
  for (const refused of [
    await open(other, access(links.distributionLink)),
    await open(id, access(links.pitchLink)),
    await open(id, 'made-up'),
  ]) {
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({
      error: 'Artist dashboard not found. The link may be invalid or expired.',
    });
  }
});

test('DI-9 unknown tracks are not found, for reading and for paying', async () => {
  for (const path of ['distribution-status', 'distribution-dashboard'])
    expect((await browser.get(`/api/submissions/999999/${path}`)).status).toBe(404);
  expect((await browser.post('/api/submissions/999999/distribution-payment')).status).toBe(404);
  expect((await browser.post('/api/create-distribution-payment', { submissionId: 0 })).status).toBe(400);
});
