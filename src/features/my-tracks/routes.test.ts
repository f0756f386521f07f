// My tracks: everything of a browser, everything of a number on any device, and nothing of anybody else's.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertPendingAlbum } from '#app/test-albums.ts';
import { type Browser, startTestApp, type TestApp } from '#app/test-app.ts';
import { begin, insertTrack, pay, readStatus } from '#app/test-buyer.ts';
import { signInAs } from '#app/test-people.ts';
import type { Belonging, BelongingKind, Section } from './contract.ts';

const PHONE = '+12025550171';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const readAll = async (browser: Browser, query = '') =>
  (await browser.read<{ sections: Section[] }>(`/api/my${query}`)).sections;
const list = async (browser: Browser, kind: BelongingKind): Promise<Belonging[]> =>
  (await readAll(browser)).find((section) => section.kind === kind)!.items;
const counts = async (browser: Browser) =>
  Object.fromEntries((await readAll(browser)).map(({ kind, total }) => [kind, total]));

/** Analysed, as far as anybody can tell. */
async function finish(id: number): Promise<void> {
  await app.sql(
    `UPDATE submissions SET state = 'done', analyzed = true, analyzed_at = now(), score = 61, genre = 'Pop', analysis = '{}'
     WHERE id = $1`,
    [id],
  );
}

const NOTHING = { track: 0, album: 0, message: 0, payment: 0, order: 0, vote: 0 };

test('PE-4 a browser sees what it sent, and the same is there after signing in elsewhere; strangers see nothing', async () => {
  const home = app.browser();
  const id = await home.submit({ phoneNumber: PHONE, trackTitle: 'Paper Sun' });
  expect(await list(home, 'track')).toMatchObject([
    { id, title: 'Paper Sun', state: 'Sent', next: { path: `/submission/${id}` }, score: null },
  ]);
  const elsewhere = await signInAs(app, PHONE);
  expect((await list(elsewhere, 'track')).map((track) => track.id)).toEqual([id]);
  expect(await counts(app.browser())).toEqual(NOTHING);
  const stranger = app.browser();
  await stranger.submit({ phoneNumber: '+12025550172' });
  expect((await list(stranger, 'track')).map((track) => track.id)).not.toContain(id);
  expect(await counts(await signInAs(app, '+12025550173'))).toEqual(NOTHING);
  expect((await home.get('/api/my')).headers.get('cache-control')).toBe('no-store');
});

test('PE-4 each state of a track has its word and its next step', async () => {
  const home = app.browser();
  const id = await home.submit({ phoneNumber: '+12025550174' });
  const now = async () => (await list(home, 'track'))[0];
  await app.sql(
    `UPDATE submissions SET state = 'failed', failure_code = 'x', failure_message = 'No sound.' WHERE id = $1`,
    [id],
  );
  expect(await now()).toMatchObject({ state: 'Failed', note: 'No sound.', next: { label: 'Try again' } });
  await app.sql(`UPDATE submissions SET state = 'running' WHERE id = $1`, [id]);
  expect(await now()).toMatchObject({ state: 'Listening', note: expect.stringMatching(/^Analysing: /) });
  await finish(id);
  expect(await now()).toMatchObject({
    state: 'Voting open',
    score: 61,
    next: { path: `/artist-vote/${id}` },
    also: { path: `/results/${id}` },
    rank: { rank: expect.any(Number) },
  });
  await app.sql('UPDATE submissions SET held_at = now() WHERE id = $1', [id]);
  expect(await now()).toMatchObject({ state: 'Held for a check', next: { path: `/results/${id}` } });
  await app.sql(
    `UPDATE submissions SET held_at = NULL, analyzed_at = now() - interval '400 days' WHERE id = $1`,
    [id],
  );
  expect(await now()).toMatchObject({ state: 'Voting closed' });
});

test('PE-4 payments, orders and votes are those of the browser, with receipts that open', async () => {
  const track = await insertTrack(app, { trackTitle: 'Somebody else’s' });
  const fan = app.browser();
  const secret = await begin(fan, { submissionId: track, product: 'standardEntry' });
  await pay(fan, secret);
  await readStatus(fan, secret);
  const cast = await fan.post(`/api/submissions/${track}/vote`, {
    voterName: 'Ida',
    voterPhone: '+12025550175',
  });
  expect(cast.status).toBe(200);
  expect(await counts(fan)).toEqual({ ...NOTHING, payment: 1, order: 1, vote: 1 });
  const [[payment], [order], [vote]] = await Promise.all(
    (['payment', 'order', 'vote'] as const).map((kind) => list(fan, kind)),
  );
  expect(payment).toMatchObject({ state: 'Paid', next: { label: 'Receipt' } });
  expect(order).toMatchObject({ state: 'Waiting for staff', note: expect.stringMatching(/^Due: /) });
  expect(vote).toMatchObject({ title: 'Somebody else’s', next: { label: 'Receipt' } });
  expect((await fan.get(`/api/vote-receipts/${vote.next!.path.split('/')[2]}`)).status).toBe(200);
  expect((await fan.get(`/api/receipts/${payment.next!.path.split('/')[2]}`)).status).toBe(200);
  // The vote follows the number; a payment for another's track stays with whoever paid.
  expect(await counts(await signInAs(app, '+12025550175'))).toEqual({ ...NOTHING, vote: 1 });
});

test('PE-4 an artist sees payments and orders for their own track, but not the votes fans bought', async () => {
  const phone = '+12025550176';
  const home = app.browser();
  const id = await home.submit({ phoneNumber: phone });
  await finish(id);
  const other = app.browser();
  const secret = await begin(other, { submissionId: id, product: 'distribution' });
  await pay(other, secret);
  await readStatus(other, secret);
  const votes = await other.post(`/api/submissions/${id}/vote/payment`, {
    voterName: 'Ida',
    voterPhone: '+12025550177',
    votePackage: 'small',
  });
  const { clientSecret } = (await votes.json()) as { clientSecret: string };
  await pay(other, clientSecret);
  await readStatus(other, clientSecret);
  expect(await counts(await signInAs(app, phone))).toEqual({ ...NOTHING, track: 1, payment: 1, order: 1 });
});

test('PE-4 messages from staff come with their meeting, and albums with theirs', async () => {
  const phone = '+12025550178';
  const home = app.browser();
  const id = await home.submit({ phoneNumber: phone, trackTitle: 'Tin Rooftop' });
  const staff = await app.staff();
  await staff.post(`/api/admin/submissions/${id}/updates`, {
    updateText: 'Ten minutes on Thursday?',
    status: 'scheduled',
    scheduledDate: '2026-12-03T15:00:00Z',
    timeZone: 'UTC',
  });
  expect(await list(home, 'message')).toMatchObject([
    {
      title: 'Tin Rooftop',
      state: expect.stringMatching(/^Meeting on Thursday, December 3, 2026/),
      note: 'Ten minutes on Thursday?',
      next: { path: expect.stringMatching(/meeting\.ics$/) },
    },
  ]);
  const album = await insertPendingAlbum(app, phone);
  await app.sql('UPDATE album_submissions SET phone_e164 = $2 WHERE id = $1', [album, phone]);
  const elsewhere = await signInAs(app, phone);
  expect(await list(elsewhere, 'album')).toMatchObject([
    { id: album, next: { path: `/album-mode?album=${album}` } },
  ]);
  expect(await list(app.browser(), 'message')).toEqual([]);
});

test('PE-4 a long list comes in pages, each entry once; a page of nonsense is refused', async () => {
  const home = app.browser();
  const first = await home.submit({ phoneNumber: '+12025550179' });
  await app.sql(
    `WITH more AS (
       INSERT INTO submissions (artist_name, phone_number, phone_e164, track_title, audio_sha256)
       SELECT artist_name, phone_number, phone_e164, 'More', audio_sha256 FROM submissions, generate_series(1, 23)
       WHERE id = $1 RETURNING id)
     SELECT count(*) FROM more`,
    [first],
  );
  const person = await signInAs(app, '+12025550179');
  const seen: number[] = [];
  let next: number | null = null;
  do {
    const [section]: Section[] = await readAll(person, `?kind=track${next ? `&before=${next}` : ''}`);
    expect(section).toMatchObject({ kind: 'track', total: 24 });
    expect(section.items.length).toBeLessThanOrEqual(10);
    seen.push(...section.items.map(({ id }) => id));
    next = section.next;
  } while (next);
  expect(seen).toHaveLength(24);
  expect(new Set(seen).size).toBe(24);
  for (const query of ['?kind=secrets', '?before=-1', '?before=x'])
    expect((await person.get(`/api/my${query}`)).status).toBe(400);
});
