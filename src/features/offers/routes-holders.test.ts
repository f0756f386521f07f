/** Who may hold a place or a discounted spot, and how many: the attacks on limited things. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#app/test-app.ts';
import { begin, insertOwnTrack, insertTrack, pay, readStatus } from '#app/test-buyer.ts';
import { signInAs } from '#app/test-people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'true' } });
});
afterAll(() => app.close());
afterEach(() => app.sql("DELETE FROM places WHERE state <> 'taken'"));

const held = async (pool: string) =>
  (await app.sql(`SELECT 1 FROM places WHERE pool = $1 AND state <> 'taken'`, [pool])).length;
const insertTracks = (count: number) => Promise.all(Array.from({ length: count }, () => insertTrack(app)));

test('PE-11 27 calls without a cookie hold none of the 50 tour places', async () => {
  for (const submissionId of await insertTracks(27))
    await app.browser().post('/api/create-payment-intent', { submissionId });
  expect(await held('tour')).toBe(0);
  const [track] = await insertTracks(1);
  expect((await app.browser().post(`/api/submissions/${track}/hold`)).status).toBe(403);
  expect((await app.browser().post(`/api/submissions/${track}/hold/open`)).status).toBe(403);
  expect(await held('tour')).toBe(0);
});

test('PE-11 three calls without a cookie take none of the three discounted spots', async () => {
  const staff = await app.staff();
  for (const submissionId of await insertTracks(3)) {
    await staff.post(`/api/admin/submissions/${submissionId}/artist-link`);
    const body = { submissionId, product: 'discountedEntry' };
    expect((await app.browser().post('/api/create-payment-intent', body)).status).toBe(403);
  }
  expect(await held('discounted')).toBe(0);
  // Nor does a stranger who begins to pay put a track before the label.
  const [submissionId] = await insertTracks(1);
  await begin(app.browser(), { submissionId, product: 'standardEntry' });
  expect(await app.sql('SELECT 1 FROM label_entries WHERE submission_id = $1', [submissionId])).toEqual([]);
});

test('PE-11 the artist holds a place by browser, as a person and by the signed link', async () => {
  const { id, phone, artist } = await insertOwnTrack(app);
  expect(await (await artist.post(`/api/submissions/${id}/hold`)).json()).toMatchObject({ state: 'held' });
  const second = await signInAs(app, phone);
  await begin(second, { submissionId: id });
  expect(await second.read(`/api/submissions/${id}/hold`)).toMatchObject({ state: 'paying' });
  const other = await insertTrack(app);
  const staff = await app.staff();
  const links = await (await staff.post(`/api/admin/submissions/${other}/artist-link`)).json();
  const access = new URL((links as { pitchLink: string }).pitchLink, app.url).searchParams.get('access')!;
  const bearer = app.browser();
  bearer.address = '10.9.9.9';
  const answer = await bearer.post('/api/create-payment-intent', {
    submissionId: other,
    product: 'discountedEntry',
    access,
  });
  expect(await answer.json()).toEqual({ clientSecret: expect.any(String) });
  expect(await held('discounted')).toBe(1);
  expect((await bearer.post(`/api/submissions/${other}/hold?access=${access}`)).status).toBe(200);
  // A link is for its own track only.
  expect((await bearer.post(`/api/submissions/${id}/hold?access=${access}`)).status).toBe(403);
});

test('PE-11 one place each: looking at another track moves it, and one being paid for stays', async () => {
  const { id, phone, artist } = await insertOwnTrack(app);
  const { id: next } = await insertOwnTrack(app);
  await app.sql('UPDATE submissions SET phone_e164 = $2 WHERE id = $1', [next, phone]);
  await artist.post(`/api/submissions/${id}/hold`);
  await artist.post(`/api/submissions/${next}/hold`);
  expect(await held('tour')).toBe(1);
  await begin(artist, { submissionId: next });
  const refused = await artist.post(`/api/submissions/${id}/hold`);
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ reason: 'other_place' });
  expect(await held('tour')).toBe(1);
});

test('PE-11 one address holds at most a fifth of the places, even at the same moment; paid ones do not count', async () => {
  const { places } = app.deps.campaign;
  const before = places.tour;
  places.tour = 15;
  const mob = await Promise.all(Array.from({ length: 12 }, () => insertOwnTrack(app)));
  for (const { artist } of mob) artist.address = '203.0.113.9';
  const answers = await Promise.all(mob.map(({ id, artist }) => artist.post(`/api/submissions/${id}/hold`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(9);
  expect(await held('tour')).toBe(3);
  const winner = mob[answers.findIndex(({ status }) => status === 200)];
  const secret = await begin(winner.artist, { submissionId: winner.id });
  await pay(winner.artist, secret);
  await app.sql('DELETE FROM rate_limits');
  expect(await readStatus(winner.artist, secret)).toMatchObject({ grantState: 'granted' });
  const loser = mob[answers.findIndex(({ status }) => status === 429)];
  expect((await loser.artist.post(`/api/submissions/${loser.id}/hold`)).status).toBe(200);
  expect(await held('tour')).toBe(3);
  // Who merely opens their results is told that there is none, and keeps their first hold.
  const last = mob[answers.findLastIndex(({ status }) => status === 429)];
  const opened = await last.artist.post(`/api/submissions/${last.id}/hold/open`);
  expect(await opened.json()).toMatchObject({ state: 'full' });
  expect(await app.sql('SELECT 1 FROM first_holds WHERE submission_id = $1', [last.id])).toEqual([]);
  places.tour = before;
});

test('PE-11 a gift is given a place when it is paid, and refunded when there is none', async () => {
  const { id } = await insertOwnTrack(app);
  const giver = app.browser();
  const secret = await begin(giver, { submissionId: id });
  expect(await held('tour')).toBe(0);
  await pay(giver, secret);
  expect(await readStatus(giver, secret)).toMatchObject({ status: 'succeeded', grantState: 'granted' });
});

test('PE-11 who cancels a gift frees nothing that the artist holds, nor one device what another pays with', async () => {
  const { id, artist } = await insertOwnTrack(app);
  await begin(artist, { submissionId: id });
  const giver = app.browser();
  const gift = await begin(giver, { submissionId: id });
  await giver.post('/api/payments/cancel', { clientSecret: gift });
  expect(await artist.read(`/api/submissions/${id}/hold`)).toMatchObject({ state: 'paying' });
});
