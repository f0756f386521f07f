// Albums over HTTP, the artist's side: drafts, sending, what is refused, payments, cover, letter, release.
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { dropTrack, sendAlbum, submitAlbum, THREE_SONGS } from '#app/test-albums.ts';
import { type Browser, makeSong, startTestApp, type TestApp, until } from '#app/test-app.ts';
import { CARDS, pay, readStatus } from '#app/test-buyer.ts';
import { CLIP } from '#providers/transcription/test-speech.ts';
import type { Album } from './contract.ts';

let app: TestApp;
let artist: Browser;
let albumId: number;
beforeAll(async () => {
  app = await startTestApp({ worker: true, env: { TRANSCRIPTION: 'embedded' } });
  artist = app.browser();
  albumId = await submitAlbum(artist);
});
afterAll(() => app.close());

const audioFiles = async () => (await app.storedFiles()).filter((file) => file.endsWith('.mp3')).length;
const secretOf = async (response: Response) => {
  expect(response.status, await response.clone().text()).toBe(200);
  return ((await response.json()) as { clientSecret: string }).clientSecret;
};

test('AM-4 AM-6 the briefs’ call answers with the analysis; AB-8 the stored score is ten times that', async () => {
  const response = await sendAlbum(app.browser(), { albumName: 'Again', phoneNumber: '+1 202 555 0199' });
  const result = (await response.json()) as Record<string, unknown> & { albumId: number };
  // The same recordings are known by now, so the answer comes at once.
  expect(response.status).toBe(200);
  expect(result).toMatchObject({
    state: 'done',
    albumExperience: expect.stringContaining('minutes'),
    songBreakdown: { track1: { score: expect.any(Number) }, track3: { title: 'Three' } },
    albumDealExplanation: expect.any(String),
  });
  const [row] = await app.sql<{ overall_score: number }>(
    'SELECT overall_score FROM album_submissions WHERE id = $1',
    [result.albumId],
  );
  expect(row.overall_score).toBe(Math.round((result.overallScore as number) * 10));
});

test('AM-4 AN-3 the words of an album’s tracks are written down, and are nobody else’s to read', async () => {
  const browser = app.browser();
  const files = [readFileSync(CLIP.path), ...THREE_SONGS.slice(1)];
  const response = await sendAlbum(browser, { albumName: 'Said', phoneNumber: '+1 202 555 0177' }, files);
  const { albumId } = (await response.json()) as { albumId: number };
  const path = `/api/album-submissions/${albumId}/status`;
  await until(async () => (await browser.read<{ state: string }>(path)).state === 'done', 'the album');
  const rows = await app.sql<{ transcription: string }>(
    'SELECT transcription FROM album_tracks WHERE album_id = $1 ORDER BY position',
    [albumId],
  );
  expect(rows[0].transcription).toMatch(/tell me everything is fine/i);
  expect(rows[1].transcription).toBe('Not transcribed: nobody sings or speaks in this track.');
  const heard = "SELECT count(*)::int AS n FROM transcripts WHERE words::text ILIKE '%everything%'";
  expect(await app.sql(heard)).toEqual([{ n: 1 }]);
  expect(JSON.stringify(await app.browser().read(`/api/album-submissions/${albumId}`))).not.toContain(
    'everything',
  );
});

test('AM-2 AM-3 AM-6 what is wrong is refused in the briefs’ words and leaves nothing behind', async () => {
  const before = await audioFiles();
  const [{ count }] = await app.sql<{ count: number }>('SELECT count(*)::int FROM album_submissions');
  const refusals: [Promise<Response>, number, string][] = [
    [sendAlbum(artist, { artistName: 'A' }), 400, 'Artist name must be at least 2 characters'],
    [sendAlbum(artist, { albumName: ' ' }), 400, 'Album/EP name is required'],
    [sendAlbum(artist, { phoneNumber: '123' }), 400, 'Please enter a valid phone number'],
    [sendAlbum(artist, { track2Title: '' }), 400, 'Track 2 title is required'],
    [sendAlbum(artist, {}, [THREE_SONGS[0], null, THREE_SONGS[2]]), 400, 'Track 2 is missing'],
    [
      sendAlbum(artist, {}, [THREE_SONGS[0], Buffer.alloc(9000, 65), THREE_SONGS[2]]),
      422,
      'Only MP3 files are allowed',
    ],
    [
      sendAlbum(artist, {}, [...THREE_SONGS.slice(0, 2), Buffer.alloc(10 * 1024 * 1024 + 1)]),
      413,
      'File size must be less than 10MB',
    ],
  ];
  for (const [sent, status, message] of refusals) {
    const response = await sent;
    expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
      status,
      expect.stringContaining(message),
    ]);
  }
  expect(await audioFiles()).toBe(before);
  expect(await app.sql('SELECT count(*)::int FROM album_submissions')).toEqual([{ count }]);
  expect((await app.storedFiles()).filter((file) => file.startsWith('upload-'))).toEqual([]);
});

test('AM-1 AM-2 tracks are kept as they are dropped, in any order, never more than three', async () => {
  const browser = app.browser();
  const first = (await (await dropTrack(browser, THREE_SONGS[0])).json()) as {
    draft: string;
    track: { id: number };
  };
  const ids = [first.track.id];
  for (const song of THREE_SONGS.slice(1)) {
    const { track } = (await (await dropTrack(browser, song, first.draft)).json()) as typeof first;
    ids.push(track.id);
  }
  const fourth = await dropTrack(browser, THREE_SONGS[0], first.draft);
  expect([fourth.status, await fourth.json()]).toEqual([
    409,
    expect.objectContaining({ message: 'You can only upload 3 tracks for the album deal.' }),
  ]);
  const path = `/api/album/drafts/${first.draft}`;
  expect((await browser.read<{ tracks: unknown[] }>(path)).tracks).toHaveLength(3);
  await browser.fetch(`${path}/tracks/${ids[0]}`, { method: 'DELETE' });
  const again = (await (
    await dropTrack(browser, await makeSong(4, 440), first.draft)
  ).json()) as typeof first;
  const sent = await sendAlbum(
    browser,
    {
      draft: first.draft,
      track1Id: String(again.track.id),
      track2Id: String(ids[2]),
      track3Id: String(ids[1]),
      track1Title: 'New',
    },
    [],
  );
  expect(sent.ok).toBe(true);
  const { albumId: id } = (await sent.json()) as { albumId: number };
  const album = await browser.read<Album>(`/api/album-submissions/${id}`);
  expect(album.tracks.map(({ id: trackId }) => trackId)).toEqual([again.track.id, ids[2], ids[1]]);
  expect(album.mine).toBe(true);
  expect((await browser.get(path)).status).toBe(404);
});

test('a draft nobody sends is removed after a week, with its audio; what was sent stays', async () => {
  const { sweepDrafts } = await import('./service-draft-sweep.ts');
  const before = await audioFiles();
  await dropTrack(app.browser(), THREE_SONGS[0]);
  expect(await sweepDrafts(app.deps)).toBe(0);
  const later = { now: () => new Date(Date.now() + 8 * 86_400_000) };
  expect(await sweepDrafts({ ...app.deps, clock: later })).toBe(1);
  expect(await audioFiles()).toBe(before);
  const { sweepUnownedAudio } = await import('../recordings/service-sweep.ts');
  expect(await sweepUnownedAudio({ ...app.deps, clock: later })).toBe(0);
});

test('AS-6 PB-5 an album is public without private fields; its cover call gives names only', async () => {
  const stranger = app.browser();
  const album = await stranger.read<Album>(`/api/album-submissions/${albumId}`);
  expect(album.tracks.map(({ title, audioUrl }) => [title, audioUrl.startsWith('/api/audio/')])).toEqual([
    ['One', true],
    ['Two', true],
    ['Three', true],
  ]);
  expect((await stranger.get(album.tracks[0].audioUrl)).status).toBe(404);
  expect(album).toMatchObject({ selected: false, mine: false, personalMessage: null });
  expect(JSON.stringify(album)).not.toContain('555');
  expect(Object.keys(await stranger.read(`/api/albums/${albumId}`))).toEqual([
    'id',
    'artistName',
    'albumName',
    'coverImageUrl',
  ]);
  expect((await stranger.get('/api/album-submissions/999999')).status).toBe(404);
});

test('AM-5 AB-9 a declined card can be tried again; the fee alone does not set PAID', async () => {
  const body = { amount: 24.99, albumId };
  expect((await artist.post('/api/album/create-payment-intent', { ...body, amount: 1 })).status).toBe(400);
  const secret = await secretOf(await artist.post('/api/album/create-payment-intent', body));
  expect((await pay(artist, secret, CARDS.declined)).error?.type).toBe('card_error');
  expect((await pay(artist, secret)).status).toBe('succeeded');
  await readStatus(artist, secret);
  const album = await artist.read<Album>(`/api/album-submissions/${albumId}`);
  expect([album.submissionPaid, album.distributionPaid]).toEqual([true, false]);
  expect((await artist.post('/api/album/create-payment-intent', body)).status).toBe(409);
});

test('AM-6 a bare call is for the album this browser sent last', async () => {
  const browser = app.browser();
  const id = await submitAlbum(browser, { albumName: 'Bare', phoneNumber: '+1 202 555 0177' });
  const secret = await secretOf(await browser.post('/api/album/create-payment-intent', { amount: 24.99 }));
  await pay(browser, secret);
  await readStatus(browser, secret);
  expect((await browser.read<Album>(`/api/album-submissions/${id}`)).submissionPaid).toBe(true);
});

test('AS-4 the winner package is not sold before the album was selected', async () => {
  const response = await artist.post('/api/album/create-discounted-payment', { albumId, amount: 18.99 });
  expect([response.status, await response.json()]).toEqual([
    409,
    expect.objectContaining({ message: expect.stringContaining('under review') }),
  ]);
});

test('AD-4 PB-3 without a session a cover is made once; names sent are ignored; only staff get another', async () => {
  const stranger = app.browser();
  const body = { albumId, artistName: 'Somebody else', albumName: 'Other', tracks: [] };
  const made = (await (await stranger.post('/api/generate-cover-art', body)).json()) as {
    imageUrl: string;
    cached: boolean;
  };
  expect(made).toMatchObject({ success: true, cached: false });
  expect(await (await stranger.post('/api/generate-cover-art', body)).json()).toEqual({
    success: true,
    imageUrl: made.imageUrl,
    cached: true,
  });
  const picture = await stranger.get(made.imageUrl);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect((await stranger.post('/api/generate-cover-art', { albumId, again: true })).status).toBe(401);
  const staff = await app.staff();
  const again = (await (await staff.post('/api/generate-cover-art', { albumId, again: true })).json()) as {
    imageUrl: string;
  };
  expect(again.imageUrl).not.toBe(made.imageUrl);
  expect((await stranger.get(made.imageUrl)).status).toBe(404);
});

test('AS-6 the letter is written from the stored analysis, whatever is sent, and kept', async () => {
  const body = {
    albumName: 'Saltwater Teeth',
    artistName: 'Mina Okafor',
    analysis: { overallScore: 99 },
    tracks: [],
  };
  const { message } = (await (
    await artist.post('/api/generate-album-selection-message', { ...body, albumId })
  ).json()) as { message: string };
  expect(message).toContain('Dear Mina Okafor,\n\n');
  expect(message).not.toContain('99');
  const album = await artist.read<Album>(`/api/album-submissions/${albumId}`);
  expect(album.personalMessage).toBe(message);
  expect(
    (await artist.post('/api/generate-album-selection-message', { albumName: 'No', artistName: 'One' }))
      .status,
  ).toBe(404);
});

test('PB-2 AB-9 PE-10 the publication payment sets PAID and opens the release package to its artist, who paid', async () => {
  const release = `/api/album-submissions/${albumId}/release.zip`;
  expect((await app.browser().get(release)).status).toBe(403);
  expect((await artist.get(release)).status).toBe(402);
  const secret = await secretOf(
    await artist.post('/api/create-payment-intent', { amount: 12.99, product: 'albumPublication', albumId }),
  );
  await pay(artist, secret);
  const { receiptCode } = await readStatus(artist, secret);
  expect((await artist.read<Album>(`/api/album-submissions/${albumId}`)).distributionPaid).toBe(true);
  expect((await app.browser().get(`${release}?receipt=${receiptCode}`)).status).toBe(403);
  expect(await artist.read(`/api/receipts/${receiptCode}`)).toMatchObject({ download: { path: release } });
  const archive = await artist.get(release);
  expect([archive.status, archive.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const bytes = Buffer.from(await archive.arrayBuffer());
  expect(bytes.readUInt32LE(0)).toBe(0x04034b50);
  for (const name of ['cover.jpg', '01 One.mp3', '03 Three.mp3', 'metadata.csv'])
    expect(bytes.includes(`Saltwater Teeth/${name}`)).toBe(true);
  expect(bytes.includes(Buffer.from(THREE_SONGS[1]))).toBe(true);
  const orders = await app.sql<{ product: string }>(
    'SELECT product FROM orders WHERE album_id = $1 ORDER BY id',
    [albumId],
  );
  expect(orders.map(({ product }) => product)).toEqual(['albumSubmission', 'albumPublication']);
});

interface Printed {
  coverUrl: string;
  print: { isUnderWay: boolean };
}

test('RL-2 the cover we drew is printed again at the stores’ size, for its artist alone', async () => {
  const take = (browser: Browser) => browser.post(`/api/releases/album/${albumId}/drawn-cover`);
  expect((await take(app.browser())).status).toBe(403);
  const enqueue = vi.spyOn(app.deps.queue, 'enqueue');
  const pressed = await Promise.all([1, 2, 3].map(() => take(artist)));
  expect(pressed.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await pressed[0].json()).toMatchObject({ print: { isUnderWay: true, refusal: null } });
  const { coverUrl } = await until(async () => {
    const release = await artist.read<Printed>(`/api/releases/album/${albumId}`);
    return release.print.isUnderWay ? null : release;
  }, 'the cover to be printed');
  const prints = enqueue.mock.calls.filter(([, { name }]) => name === 'release-print-cover');
  expect(prints, 'pressed three times, printed once').toHaveLength(1);
  enqueue.mockRestore();
  const bytes = Buffer.from(await (await artist.get(coverUrl)).arrayBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 3000, height: 3000 });
});

test('an album that cannot be heard says so and can be tried again by its sender only', async () => {
  const id = await submitAlbum(artist, { albumName: 'Broken', phoneNumber: '+1 202 555 0166' });
  // Heard first: its own job must not come in between.
  await until(
    async () => (await artist.read<Album>(`/api/album-submissions/${id}`)).analyzed,
    'the first try',
  );
  await app.sql(
    `UPDATE album_submissions SET state = 'failed', analyzed = false, failure_message = 'Why' WHERE id = $1`,
    [id],
  );
  expect(await artist.read(`/api/album-submissions/${id}/status`)).toMatchObject({
    state: 'failed',
    failure: 'Why',
  });
  expect((await app.browser().post(`/api/album-submissions/${id}/retry`)).status).toBe(403);
  expect((await artist.post(`/api/album-submissions/${id}/retry`)).status).toBe(200);
  await until(
    async () => (await artist.read<Album>(`/api/album-submissions/${id}`)).analyzed,
    'the second try',
  );
});
