// Artist pages: who has one, what stands on it, following, and what becomes of it when a number is lost or erased (PT-9).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp } from '#app/test-app.ts';
import { insertOwnTrack, insertTrack } from '#app/test-buyer.ts';
import { signInAs } from '#app/test-people.ts';
import { moveToDaylight } from '#app/test-voters.ts';
import type { Artist } from './contract.ts';
import { keepRanks } from './service-history.ts';
import { tellNews } from './service-news.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  moveToDaylight(app);
});
afterAll(() => app.close());

const FAN = '+13056640001';

async function pageOf(track: number): Promise<number> {
  const [row] = await app.sql<{ artist_id: number }>('SELECT artist_id FROM submissions WHERE id = $1', [
    track,
  ]);
  return row.artist_id;
}

async function addTrack(phone: string, track: Parameters<typeof insertTrack>[1] = {}): Promise<number> {
  const id = await insertTrack(app, track);
  await app.sql('UPDATE submissions SET phone_e164 = $2 WHERE id = $1', [id, phone]);
  return id;
}

const send = (browser: Browser, method: string, path: string, body?: object) =>
  browser.fetch(path, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  });

const read = (id: number, browser = app.browser()) => browser.read<Artist>(`/api/artists/${id}`);

test('PT-9 a name of a proven number has a page with its tracks and votes; another name of it has its own', async () => {
  const { id, phone } = await insertOwnTrack(app, { artistName: 'Velvet Hour', trackTitle: 'One' });
  const second = await addTrack(phone, { artistName: 'velvet hour', trackTitle: 'Two' });
  const other = await addTrack(phone, { artistName: 'Night Shift', trackTitle: 'Three' });
  const typed = await insertTrack(app, { artistName: 'Velvet Hour' });
  await app.sql('UPDATE submissions SET vote_count = 4 WHERE id = ANY($1)', [[id, second]]);
  const page = await pageOf(id);
  expect(await pageOf(second)).toBe(page);
  expect(await pageOf(other)).not.toBe(page);
  expect(await pageOf(typed)).toBeNull();
  const artist = await read(page);
  expect(artist).toMatchObject({ name: 'Velvet Hour', votes: 8, mine: false, following: false });
  expect(artist.tracks.map(({ trackTitle }) => trackTitle).sort()).toEqual(['One', 'Two']);
  expect(artist.tracks.every(({ rank }) => rank !== null)).toBe(true);
  expect(JSON.stringify(artist)).not.toContain(phone.slice(-7));
  const { rows } = await app
    .browser()
    .read<{ rows: { id: number; artistId: number | null }[] }>('/api/leaderboard');
  expect(rows.find((row) => row.id === id)?.artistId).toBe(page);
  expect(rows.find((row) => row.id === typed)?.artistId).toBeNull();
  await app.sql(`UPDATE submissions SET hidden_at = now(), hidden_reason = 'x' WHERE id = $1`, [other]);
  expect((await app.browser().get(`/api/artists/${await pageOf(other)}`)).status).toBe(404);
});

test('PT-9 many tracks and a first sign-in at once make one page, and none is left out', async () => {
  const phone = '+13056640099';
  const tracks = await Promise.all(Array.from({ length: 6 }, () => insertTrack(app, { artistName: 'Race' })));
  const give = (id: number) => app.sql('UPDATE submissions SET phone_e164 = $2 WHERE id = $1', [id, phone]);
  await Promise.all([...tracks.map(give), signInAs(app, phone), signInAs(app, phone)]);
  const pages = await Promise.all(tracks.map(pageOf));
  expect(new Set(pages).size).toBe(1);
  expect(pages[0]).not.toBeNull();
});

test('PT-9 only its artist writes on a page, and only links that open a page', async () => {
  const { id, artist } = await insertOwnTrack(app, { artistName: 'Paper Sun' });
  const path = `/api/artists/${await pageOf(id)}`;
  const change = (body: object, browser = artist) => send(browser, 'PATCH', path, body);
  expect((await change({ bio: 'We play\nloud.', links: ['https://example.com/us'] })).status).toBe(200);
  expect(await artist.read(path)).toMatchObject({
    bio: 'We play\nloud.',
    links: ['https://example.com/us'],
    mine: true,
  });
  expect((await change({})).status).toBe(200);
  for (const link of ['javascript:alert(1)', 'http://example.com', 'example.com', 'https://'])
    expect((await change({ links: [link] })).status).toBe(400);
  expect((await change({ bio: 'x'.repeat(601) })).status).toBe(400);
  expect((await change({ bio: 'mine' }, await signInAs(app, FAN))).status).toBe(404);
  expect((await change({ bio: 'mine' }, app.browser())).status).toBe(401);
});

test('PT-9 albums are on the page only when their artist shows them', async () => {
  const { id, artist, phone } = await insertOwnTrack(app, { artistName: 'Long Players' });
  await app.sql(
    `INSERT INTO album_submissions (artist_name, album_name, phone_number, phone_e164, browser_digest, created_at, state,
       analyzed, analyzed_at, overall_score, album_analysis)
     VALUES ('Long Players', 'Side A', $1, $1, 'x', now(), 'done', true, now(), 71, '{}')`,
    [phone],
  );
  const page = await pageOf(id);
  expect((await read(page)).albums).toEqual([]);
  await send(artist, 'PATCH', `/api/artists/${page}`, { showsAlbums: true });
  expect((await read(page)).albums).toMatchObject([{ albumName: 'Side A', score: 71, coverUrl: null }]);
});

test('PT-9 whoever follows has one notice a new track, the artist has none of it, and one tap ends it', async () => {
  const { id, artist, phone } = await insertOwnTrack(app, { artistName: 'Followed' });
  const page = await pageOf(id);
  const fan = await signInAs(app, FAN);
  const follow = (method: 'PUT' | 'DELETE', browser = fan) =>
    send(browser, method, `/api/artists/${page}/follow`);
  const answers = await Promise.all([follow('PUT'), follow('PUT'), follow('PUT')]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await read(page, fan)).toMatchObject({ followers: 1, following: true });
  expect((await follow('PUT', artist)).status).toBe(409);
  expect((await follow('PUT', app.browser())).status).toBe(401);
  const enter = async (title: string, proven: boolean) => {
    const track = await addTrack(phone, { artistName: 'Followed', trackTitle: title });
    await app.sql(`UPDATE submissions SET hidden_at = now(), hidden_reason = 'x' WHERE id = $1`, [track]);
    await app.sql(
      'UPDATE submissions SET proven_sender = $2, hidden_at = NULL, hidden_reason = NULL WHERE id = $1',
      [track, proven],
    );
  };
  await enter('Brand New', true);
  await enter('By Somebody Who Typed The Number', false);
  // Who comes once it is on the board has seen it.
  const late = await signInAs(app, '+12126640177');
  expect((await follow('PUT', late)).status).toBe(200);
  await Promise.all([tellNews(app.deps), tellNews(app.deps)]);
  await tellNews(app.deps);
  const inbox = async (browser: typeof fan) =>
    (await browser.read<{ notices: { kind: string; body: string; path: string }[] }>('/api/my/notices'))
      .notices;
  expect(await inbox(fan)).toMatchObject([
    { kind: 'track', body: '“Brand New” is on the board.', path: `/artist/${page}` },
  ]);
  expect(await fan.read('/api/my/unread')).toEqual({ unread: 1 });
  expect(await inbox(late)).toEqual([]);
  expect((await inbox(artist)).filter(({ kind }) => kind === 'track')).toEqual([]);
  expect(await app.sql(`SELECT 1 FROM text_messages WHERE phone = $1`, [FAN])).toEqual([]);
  expect((await follow('DELETE')).status).toBe(200);
  await enter('Another', true);
  await tellNews(app.deps);
  expect(await inbox(fan)).toHaveLength(1);
});

test('PT-9 the rank is written down where it changed', async () => {
  const { id } = await insertOwnTrack(app, { artistName: 'Climber' });
  const page = await pageOf(id);
  const history = async () => (await read(page)).tracks[0].history.map(({ rank }) => rank);
  await keepRanks(app.deps);
  await keepRanks(app.deps);
  const [first] = await history();
  expect(await history()).toEqual([first]);
  await app.sql('UPDATE submissions SET vote_count = 1000 WHERE id = $1', [id]);
  app.clock.advance(24 * 3600);
  await keepRanks(app.deps);
  expect(first).toBeGreaterThan(1);
  expect(await history()).toEqual([first, 1]);
});

test('PT-9 LR-9 staff take words off a page, once; the artist is told why, and the trail keeps no words', async () => {
  const { id, artist } = await insertOwnTrack(app, { artistName: 'Loud Words' });
  const page = await pageOf(id);
  await send(artist, 'PATCH', `/api/artists/${page}`, {
    bio: 'Something rude',
    links: ['https://rude.example'],
  });
  const owner = await app.staff();
  const seen = await owner.read<{ pages: object[] }>(`/api/admin/artists/${id}`);
  expect(seen.pages).toEqual([
    { id: page, name: 'Loud Words', bio: 'Something rude', links: ['https://rude.example'] },
  ]);
  const clear = (parts: string[], by = owner) =>
    by.post(`/api/admin/artist-pages/${page}/clear`, { parts, reason: 'It insults somebody.' });
  expect((await clear(['bio'], artist)).status).toBe(401);
  const both = await Promise.all([clear(['bio']), clear(['bio'])]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await read(page)).toMatchObject({ bio: '', links: ['https://rude.example'] });
  const notices = await app.sql<{ body: string }>("SELECT body FROM notices WHERE key LIKE 'artist-page:%'");
  expect(notices).toEqual([{ body: expect.stringContaining('It insults somebody.') }]);
  const [entry] = await app.sql("SELECT detail FROM audit_trail WHERE action = 'artist-page.clear'");
  expect(entry).toEqual({ detail: { parts: ['bio'], reason: 'It insults somebody.' } });
});

test('PT-9 a lost number takes its page along; an erased one leaves nothing', async () => {
  const { id, artist, phone } = await insertOwnTrack(app, { artistName: 'Moving Van' });
  const page = await pageOf(id);
  await send(artist, 'PATCH', `/api/artists/${page}`, { bio: 'Still here' });
  const fan = await signInAs(app, FAN);
  await send(fan, 'PUT', `/api/artists/${page}/follow`);
  const owner = await app.staff();
  const to = '+13056640777';
  const move = { from: phone, to, reason: 'Lost the phone, showed a passport' };
  expect((await owner.post('/api/admin/people/move', move)).status).toBe(200);
  expect(await read(page, await signInAs(app, to))).toMatchObject({
    bio: 'Still here',
    mine: true,
    followers: 1,
  });
  const [data] = app.deps.personalData.filter(({ columns }) => columns.includes('artist_pages.*'));
  const person = {
    e164: to,
    phoneNumber: to,
    digits: [],
    digest: '',
    names: [],
    submissionIds: [],
    albumIds: [],
  };
  expect(await data.export?.(app.deps.db, person)).toMatchObject({ artistPages: [{ bio: 'Still here' }] });
  await app.deps.db.transaction((tx) => data.erase!(tx, person));
  expect(await app.sql('SELECT 1 FROM artist_pages WHERE phone_e164 = $1', [to])).toEqual([]);
  expect(await app.sql('SELECT 1 FROM artist_follows WHERE page_id = $1', [page])).toEqual([]);
});
