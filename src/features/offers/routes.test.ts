/** Holds, offers, links and letters over real HTTP with a real database, several buyers at once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp } from '#app/test-app.ts';
import { begin, confirm, insertOwnTrack, insertTrack, pay, readStatus } from '#app/test-buyer.ts';
import { loadCampaign } from '#campaign/load-campaign.ts';
import { checkMoney } from '#features/payments/service-check.ts';
import { refundPayment, sendRefund } from '#features/payments/service-refunds.ts';
import type { Hold, Offer } from './contract.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  const campaign = await loadCampaign('campaigns/demo.json');
  app = await startTestApp({
    env: { TRUST_PROXY: 'true' },
    overrides: { campaign: { ...campaign, places: { tour: 3, discounted: 3 } } },
  });
  browser = app.browser();
});
afterAll(() => app.close());

/** Room for so many more than are taken now, as of a campaign with just that many places. */
async function leave(pool: 'tour' | 'discounted', room: number): Promise<void> {
  app.clock.advance(3600);
  const [{ n }] = await app.sql<{ n: number }>(
    `SELECT coalesce(max(number), 0)::int AS n FROM places WHERE pool = $1 AND state = 'taken'`,
    [pool],
  );
  app.deps.campaign.places[pool] = n + room;
}

const hold = async (who: Browser, id: number) => {
  const response = await who.post(`/api/submissions/${id}/hold`);
  expect(response.status).toBe(200);
  return (await response.json()) as Hold;
};
const clearLimits = () => app.sql('DELETE FROM rate_limits');

test('HON-2 RE-4 opening one’s results holds a place for 60 s, once: a reload or second tab restarts nothing', async () => {
  await leave('tour', 3);
  const owner = app.browser();
  const id = await owner.submit();
  expect((await browser.post(`/api/submissions/${id}/hold/open`)).status).toBe(403);
  const open = async () => (await (await owner.post(`/api/submissions/${id}/hold/open`)).json()) as Hold;
  const first = await open();
  expect(first).toMatchObject({ state: 'held', places: app.deps.campaign.places.tour });
  expect(
    await app.sql(
      `SELECT extract(epoch FROM held_until - held_at)::int AS seconds FROM places WHERE pool = 'tour' AND submission_id = $1`,
      [id],
    ),
  ).toEqual([{ seconds: 60 }]);
  app.clock.advance(30);
  expect((await open()).expiresAt).toBe(first.expiresAt);
  expect((await browser.read<Hold>(`/api/submissions/${id}/hold`)).expiresAt).toBe(first.expiresAt);
  app.clock.advance(31);
  expect(await open()).toMatchObject({ state: 'expired', expiresAt: null });
  expect(await open()).toMatchObject({ state: 'expired' });
  expect(await hold(owner, id)).toMatchObject({ state: 'held' });
});

test('HON-2 places never exceed capacity: of many at once, as many hold as there are places', async () => {
  await leave('tour', 2);
  await clearLimits();
  const tracks = await Promise.all(Array.from({ length: 8 }, () => insertOwnTrack(app)));
  const holds = await Promise.all(tracks.map(({ id, artist }) => hold(artist, id)));
  expect(holds.filter(({ state }) => state === 'held')).toHaveLength(2);
  expect(holds.filter(({ state }) => state === 'full')).toHaveLength(6);
  expect(await browser.read(`/api/submissions/${tracks[0].id}/hold`)).toMatchObject({ placesLeft: 0 });
});

test('HON-2 two buyers, one place: one gets it, the other is told before paying', async () => {
  await leave('tour', 1);
  const tracks = [await insertOwnTrack(app), await insertOwnTrack(app)];
  const answers = await Promise.all(
    tracks.map(({ id, artist }) => artist.post('/api/create-payment-intent', { submissionId: id })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409)!;
  expect(await refused.json()).toMatchObject({ reason: 'no_place' });
});

test('HON-2 paying extends the hold to 10 minutes; over, the place is free for others, and paying is refused first', async () => {
  await leave('tour', 1);
  await clearLimits();
  const [first, second] = [await insertOwnTrack(app), await insertOwnTrack(app)];
  await hold(first.artist, first.id);
  const secret = await begin(first.artist, { submissionId: first.id });
  const paying = await browser.read<Hold>(`/api/submissions/${first.id}/hold`);
  expect(paying.state).toBe('paying');
  expect(Date.parse(paying.expiresAt!) - Date.parse(paying.serverTime)).toBeGreaterThan(590_000);
  expect(await hold(second.artist, second.id)).toMatchObject({ state: 'full' });
  app.clock.advance(601);
  expect(await hold(second.artist, second.id)).toMatchObject({ state: 'held' });
  const late = await confirm(first.artist, secret);
  expect(late.status).toBe(409);
  expect(await readStatus(first.artist, secret)).toMatchObject({ status: 'canceled' });
});

test('HON-2 who turns back is charged nothing, frees the place at once, and may begin again', async () => {
  await leave('tour', 1);
  await leave('discounted', 1);
  await clearLimits();
  const [one, other] = [await insertOwnTrack(app), await insertOwnTrack(app)];
  const [first, second] = [one.id, other.id];
  const { artist } = one;
  const cancelCheckout = async (clientSecret: string) =>
    (await artist.post('/api/payments/cancel', { clientSecret })).json();
  const secret = await begin(artist, { submissionId: first });
  await pay(artist, secret, '4000000000000002');
  expect(await cancelCheckout(secret)).toEqual({ status: 'canceled' });
  expect(await cancelCheckout(secret)).toEqual({ status: 'canceled' });
  expect((await confirm(artist, secret)).status).toBe(410);
  expect(await browser.read(`/api/submissions/${first}/hold`)).toMatchObject({ placesLeft: 1 });
  expect(await hold(other.artist, second)).toMatchObject({ state: 'held' });
  // Somebody else looks at the place now: turning back again takes nothing from them.
  await cancelCheckout(secret);
  expect(await browser.read(`/api/submissions/${second}/hold`)).toMatchObject({ state: 'held' });
  app.clock.advance(61);
  const again = await begin(artist, { submissionId: first });
  expect(again).not.toBe(secret);
  await pay(artist, again);
  expect(await cancelCheckout(again)).toEqual({ status: 'succeeded' });
  expect(await readStatus(artist, again)).toMatchObject({ grantState: 'granted' });
  // The one discounted spot, likewise.
  for (const submissionId of [first, second])
    await app.sql(
      'INSERT INTO offers (submission_id, issued_at, expires_at) VALUES ($1, $2, $2::timestamptz + $3::interval)',
      [submissionId, app.clock.now(), '1 day'],
    );
  const product = 'discountedEntry';
  const spot = await begin(artist, { submissionId: first, product });
  expect(
    (await other.artist.post('/api/create-payment-intent', { submissionId: second, product })).status,
  ).toBe(409);
  await cancelCheckout(spot);
  const sold = await begin(other.artist, { submissionId: second, product });
  await pay(other.artist, sold);
  expect(await readStatus(other.artist, sold)).toMatchObject({ grantState: 'granted' });
  expect((await browser.post('/api/payments/cancel', { clientSecret: 'pi_x_secret_y' })).status).toBe(404);
});

test('HON-2 a payment that arrives late gets a place if one is free, else all of it goes back at once', async () => {
  await leave('tour', 1);
  const [slow, quick] = [await insertOwnTrack(app), await insertOwnTrack(app)];
  const late = await begin(slow.artist, { submissionId: slow.id });
  const { id } = (await app.deps.payments.getIntent(late.split('_secret_')[0]))!;
  // The buyer's bank takes its time: the money arrives after the hold.
  await pay(slow.artist, late, '4000002760003184');
  app.clock.advance(601);
  const winner = await begin(quick.artist, { submissionId: quick.id });
  await pay(quick.artist, winner);
  expect(await readStatus(quick.artist, winner)).toMatchObject({ grantState: 'granted' });
  const [{ code }] = await app.sql<{ code: string }>(
    'SELECT challenge_code AS code FROM sandbox_intents WHERE id = $1',
    [id],
  );
  await browser.post(`/api/sandbox/challenges/${code}`, { approve: true });
  const refused = await readStatus(slow.artist, late);
  expect(refused).toMatchObject({ status: 'succeeded', grantState: 'refused' });
  expect(refused.grantNote).toContain('the whole amount goes back');
  const [refund] = await app.sql<{ id: number; cents: number }>(
    `SELECT r.id, r.cents FROM payment_refunds r JOIN payment_intents p ON p.id = r.payment_id WHERE p.provider_id = $1`,
    [id],
  );
  expect(refund.cents).toBe(2999);
  await sendRefund(app.deps, refund.id);
  await sendRefund(app.deps, refund.id);
  expect((await app.deps.payments.getIntent(id))?.refunded).toBe(2999);
  expect((await checkMoney(app.deps)).problems).toEqual([]);
});

async function openOffer(id: number): Promise<{ access: string; read(): Promise<Offer> }> {
  const staff = await app.staff();
  const response = await staff.post(`/api/admin/submissions/${id}/artist-link`);
  const { pitchLink } = (await response.json()) as { pitchLink: string };
  const access = new URL(pitchLink, app.url).searchParams.get('access')!;
  return { access, read: () => browser.read<Offer>(`/api/submissions/${id}/offer?access=${access}`) };
}

test('HON-3 PI-5 the offer ends 24 h after it was first issued, and the price is the standard one again', async () => {
  await leave('discounted', 3);
  const id = await insertTrack(app);
  const offer = await openOffer(id);
  const first = await offer.read();
  expect(first).toMatchObject({
    state: 'live',
    percentOff: 40,
    spotsLeft: 3,
    priceCents: 2999,
    standardCents: 4999,
    product: 'discountedEntry',
  });
  app.clock.advance(3600);
  const again = await openOffer(id);
  expect((await again.read()).expiresAt).toBe(first.expiresAt);
  const { access } = offer;
  const body = { submissionId: id, product: 'discountedEntry', access };
  const secret = await begin(browser, { ...body, amount: 2999 });
  app.clock.advance(23 * 3600);
  expect(await offer.read()).toMatchObject({ state: 'expired', priceCents: 4999, product: 'standardEntry' });
  expect((await confirm(browser, secret)).status).toBe(410);
  const refused = await browser.post('/api/create-payment-intent', body);
  expect(refused.status).toBe(410);
  const standard = await begin(browser, { submissionId: id, product: 'standardEntry' });
  await pay(browser, standard);
  expect(await readStatus(browser, standard)).toMatchObject({ amount: 4999, grantState: 'granted' });
  expect(await offer.read()).toMatchObject({ state: 'entered' });
  expect(
    await app.sql('SELECT payment_completed AS done FROM label_entries WHERE submission_id = $1', [id]),
  ).toEqual([{ done: true }]);
});

test('HON-3 two artists, one discounted spot: one gets it, the other is told before paying; sold is never resold', async () => {
  await leave('discounted', 1);
  const tracks = [await insertOwnTrack(app), await insertOwnTrack(app), await insertOwnTrack(app)];
  const offers = [];
  for (const { id } of tracks) offers.push(await openOffer(id));
  const ask = ({ id, artist }: (typeof tracks)[number]) =>
    artist.post('/api/create-payment-intent', { submissionId: id, product: 'discountedEntry' });
  const answers = await Promise.all(tracks.map(ask));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const winner = answers.findIndex(({ status }) => status === 200);
  const loser = (winner + 1) % 3;
  expect(await offers[loser].read()).toMatchObject({ state: 'sold_out', priceCents: 4999, spotsLeft: 0 });
  const { clientSecret } = (await answers[winner].json()) as { clientSecret: string };
  await pay(tracks[winner].artist, clientSecret);
  expect(await readStatus(tracks[winner].artist, clientSecret)).toMatchObject({ grantState: 'granted' });
  const [{ id }] = await app.sql<{ id: number }>('SELECT id FROM payment_intents WHERE client_secret = $1', [
    clientSecret,
  ]);
  const { refundId } = await refundPayment(app.deps, { id: 1, name: 'Clerk' }, id, {
    cents: null,
    reason: 'test',
  });
  await sendRefund(app.deps, refundId);
  expect(await readStatus(tracks[winner].artist, clientSecret)).toMatchObject({ grantState: 'revoked' });
  expect((await ask(tracks[loser])).status).toBe(409);
  expect((await ask(tracks[winner])).status).toBe(410);
  expect((await checkMoney(app.deps)).problems).toEqual([]);
});

test('SEC-2 PI-7 an artist link is bound to its submission and purpose, and expires', async () => {
  const [id, other] = [await insertTrack(app), await insertTrack(app)];
  const { access } = await openOffer(id);
  const status = async (path: string) => (await app.browser().get(path)).status;
  for (const call of ['offer', 'follow-up-message']) {
    expect(await status(`/api/submissions/${id}/${call}?access=${access}`)).toBe(200);
    expect(await status(`/api/submissions/${other}/${call}?access=${access}`)).toBe(403);
    expect(await status(`/api/submissions/${id}/${call}`)).toBe(403);
    expect(await status(`/api/submissions/${id}/${call}?access=${access.slice(0, -2)}`)).toBe(403);
    expect(await status(`/api/submissions/999999/${call}?access=${access}`)).toBe(404);
  }
  expect(await status(`/api/submissions/${id}/distribution-dashboard?access=${access}`)).toBe(403);
  await app.sql(`UPDATE submissions SET created_at = created_at + interval '1 second' WHERE id = $1`, [id]);
  expect(await status(`/api/submissions/${id}/offer?access=${access}`)).toBe(403);
  await app.sql(`UPDATE submissions SET created_at = created_at - interval '1 second' WHERE id = $1`, [id]);
  expect(await status(`/api/submissions/${id}/offer?access=${access}`)).toBe(200);
  app.clock.advance(31 * 86_400);
  expect(await status(`/api/submissions/${id}/offer?access=${access}`)).toBe(403);
});

test('PI-4 PI-8 the letter names artist, track, label and fee, and claims no deal or discount that is not recorded', async () => {
  await leave('discounted', 2);
  const id = await insertTrack(app, { artistName: 'Zed Quill', trackTitle: 'Glass Harbour', score: 99 });
  const { access } = await openOffer(id);
  const read = async () =>
    (await browser.read<{ message: string }>(`/api/submissions/${id}/follow-up-message?access=${access}`))
      .message;
  const letter = await read();
  for (const part of [
    'Zed Quill',
    'Glass Harbour',
    'Meridian Music Group',
    '$29.99',
    '$49.99',
    '2 discounted spots',
  ])
    expect(letter).toContain(part);
  expect(letter).toContain('No deal has been made');
  app.clock.advance(25 * 3600);
  const later = await read();
  expect(later).toContain('The fee to enter the final round is $49.99.');
  expect(later).not.toContain('$29.99');
});

test('PI-3 HON-4 the round’s ranking is the real one', async () => {
  const best = await insertTrack(app, { score: 100, createdAt: new Date('2025-06-01T00:00:00Z') });
  const outside = await insertTrack(app, { score: 100, createdAt: new Date('2025-05-01T00:00:00Z') });
  const mine = await insertTrack(app, { score: 1, createdAt: new Date('2025-06-02T00:00:00Z') });
  const [{ n }] = await app.sql<{ n: number }>(
    `SELECT count(*)::int AS n FROM submissions WHERE analyzed AND created_at >= '2025-05-26T00:00:00-04:00'`,
  );
  expect(await browser.read(`/api/submissions/${best}/round-ranking`)).toMatchObject({ rank: 1, entries: n });
  const last = await browser.read<{ rank: number; topPercent: number; rows: { mine: boolean }[] }>(
    `/api/submissions/${mine}/round-ranking`,
  );
  expect(last).toMatchObject({ rank: n, topPercent: 100 });
  expect(last.rows.filter((row) => row.mine)).toHaveLength(1);
  expect(await browser.read(`/api/submissions/${outside}/round-ranking`)).toMatchObject({
    rank: null,
    topPercent: null,
  });
});
