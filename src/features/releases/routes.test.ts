// Releases over HTTP, on a real database: drafts, who may see them, and codes that two want at once.
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertPendingAlbum } from '#app/test-albums.ts';
import { type Browser, makeSong, startTestApp, type TestApp } from '#app/test-app.ts';
import { makeDraft } from '#app/test-releases.ts';
import type { Release, ReleaseDraft } from './contract.ts';

let app: TestApp;
let artist: Browser;
let trackId: number;
beforeAll(async () => {
  app = await startTestApp({ env: { ISRC_PREFIX: 'QZABC' } });
  artist = app.browser();
  trackId = await artist.submit({ phoneNumber: '+1 202 555 0161' });
});
afterAll(() => app.close());

const save = (browser: Browser, id: number, draft: ReleaseDraft, revision: number, kind = 'track') =>
  browser.fetch(`/api/releases/${kind}/${id}`, {
    method: 'PUT',
    body: JSON.stringify({ revision, draft }),
    headers: { 'content-type': 'application/json' },
  });

const problemAt = ({ checks }: Release, field: string) =>
  checks.find((check) => check.field === field)?.problem ?? null;

test('RL-2 a draft begins with what is known, is kept unfinished, and is its artist’s alone', async () => {
  const path = `/api/releases/track/${trackId}`;
  const begun = await artist.read<Release>(path);
  expect(begun).toMatchObject({
    revision: 0,
    draft: { title: 'Saltwater Teeth', mainArtists: ['Mina Okafor'] },
  });
  begun.draft.tracks[0].writers = [{ name: 'Mina Okafor', role: 'Composer', share: 101 }];
  const kept = (await (await save(artist, trackId, begun.draft, 0)).json()) as Release;
  expect(problemAt(kept, 'tracks.0.writers')).toContain('add up to 101%');
  expect((await artist.read<Release>(path)).draft).toEqual(begun.draft);
  for (const stranger of [app.browser()]) {
    expect((await stranger.get(path)).status).toBe(403);
    expect((await save(stranger, trackId, begun.draft, 1)).status).toBe(403);
  }
  expect((await artist.get('/api/releases/track/999999')).status).toBe(404);
  const staff = await app.staff();
  expect((await staff.get(path)).status).toBe(200);
  expect((await save(artist, trackId, makeDraft(2), 1)).status).toBe(400);
});

test('RL-2 a save from an older window is refused, and of two at once one is', async () => {
  const { revision } = await artist.read<Release>(`/api/releases/track/${trackId}`);
  const answers = await Promise.all([1, 2, 3, 4].map(() => save(artist, trackId, makeDraft(1), revision)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  const second = app.browser();
  const id = await second.submit({ phoneNumber: '+1 202 555 0162', trackTitle: 'Low Tide' });
  const first = await Promise.all([1, 2, 3].map(() => save(second, id, makeDraft(1), 0)));
  expect(first.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test('RL-2 of two releases that want a barcode at once one has it; a recording keeps its ISRC on an album', async () => {
  const draft = { ...makeDraft(1), upc: '4006381333931' };
  draft.tracks[0].isrc = 'GB-AYE-26-00077';
  const others = await Promise.all(
    [1, 2, 3].map(async (each) => {
      const browser = app.browser();
      const phoneNumber = `+1 202 555 017${each}`;
      return { browser, id: await browser.submit({ phoneNumber, trackTitle: `Song ${each}` }) };
    }),
  );
  const saved = await Promise.all(others.map(({ browser, id }) => save(browser, id, draft, 0)));
  const releases = (await Promise.all(saved.map((answer) => answer.json()))) as Release[];
  expect(saved.map(({ status }) => status)).toEqual([200, 200, 200]);
  const barcodes = releases.map((release) => problemAt(release, 'upc'));
  expect(barcodes.filter((problem) => problem === null)).toHaveLength(1);
  expect(barcodes.filter((problem) => problem?.includes('another release here'))).toHaveLength(2);
  expect(releases.map((release) => problemAt(release, 'tracks.0.isrc'))).toEqual([null, null, null]);
  await expect(
    app.sql(
      `INSERT INTO release_isrcs SELECT id, 3, 'GBAYE2600077', 'another recording' FROM releases WHERE submission_id = $1`,
      [trackId],
    ),
  ).rejects.toThrow(/belongs to another recording/);
});

test('RL-2 an album’s release is its sender’s; staff who save it are in the audit trail', async () => {
  const albumId = await insertPendingAlbum(app, '2025550163');
  const path = `/api/releases/album/${albumId}`;
  expect((await artist.get(path)).status).toBe(403);
  const staff = await app.staff();
  expect((await staff.read<Release>(path)).draft).toMatchObject({ title: 'Unheard', tracks: [] });
  expect((await save(staff, trackId, makeDraft(1), 2)).status).toBe(200);
  const entries = await app.sql<{ action: string }>(
    `SELECT action FROM audit_trail WHERE action = 'release.save'`,
  );
  expect(entries).toHaveLength(1);
});

/** A picture without a plain edge, as large as asked. */
const paint = (side: number) =>
  sharp(Buffer.from(Array.from({ length: 192 }, (_, at) => (at * 89) % 256)), {
    raw: { width: 8, height: 8, channels: 3 },
  }).resize(side, side, { kernel: 'nearest' });

/** A small PNG that says it has 60,000 × 60,000 pixels, interlaced: whoever unfolds it needs ten gigabytes. */
async function foldCover(): Promise<Buffer> {
  const png = await paint(8).png({ progressive: true }).toBuffer();
  png.writeUInt32BE(60_000, 16);
  png.writeUInt32BE(60_000, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

const sendCover = (browser: Browser, id: number, bytes: Buffer) => {
  const form = new FormData();
  form.append('cover', new Blob([new Uint8Array(bytes)]), 'cover.jpg');
  return browser.fetch(`/api/releases/track/${id}/cover`, { method: 'POST', body: form });
};

test('RL-2 covers stores would refuse are refused in plain words, and a good one is kept', async () => {
  const framed = paint(2600).extend({ top: 200, bottom: 200, left: 200, right: 200, background: 'white' });
  const wrong: [Buffer, string][] = [
    [await paint(1400).jpeg().toBuffer(), 'This one has 1400'],
    [await paint(1400).webp().toBuffer(), 'JPEG or PNG'],
    [
      await sharp(await framed.png().toBuffer())
        .jpeg()
        .toBuffer(),
      'border of',
    ],
    [Buffer.from('<svg>'), 'no picture we can open'],
    [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="3000"/>'),
      'no picture we can',
    ],
    [await foldCover(), 'at most 6000 pixels'],
    [Buffer.from('89504e470d0a1a0a', 'hex'), 'no picture we can open'],
  ];
  for (const [bytes, words] of wrong) {
    const answer = await sendCover(artist, trackId, bytes);
    expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
      400,
      expect.stringContaining(words),
    ]);
  }
  expect((await sendCover(app.browser(), trackId, wrong[0][0])).status).toBe(403);
  const kept = (await (
    await sendCover(artist, trackId, await paint(3000).jpeg().toBuffer())
  ).json()) as Release;
  expect([kept.coverUrl, problemAt(kept, 'cover')]).toEqual([
    expect.stringMatching(/^\/api\/covers\//),
    null,
  ]);
});

test('RL-2 a recording without an ISRC is given one of our range, once and for life', async () => {
  const owners = await Promise.all(
    [1, 2, 3].map(async (each) => {
      const browser = app.browser();
      const song = await makeSong(4, 200 + 40 * each);
      return { browser, id: await browser.submit({ phoneNumber: `+1 202 555 018${each}` }, song) };
    }),
  );
  const ask = async ({ browser, id }: (typeof owners)[number], revision: number) => {
    const answer = await browser.post(`/api/releases/track/${id}/isrcs`, { revision });
    expect(answer.status).toBe(200);
    return (await answer.json()) as Release;
  };
  const given = await Promise.all(owners.map((owner) => ask(owner, 0)));
  const codes = given.map(({ draft }) => draft.tracks[0].isrc);
  const year = String(new Date().getUTCFullYear() % 100).padStart(2, '0');
  expect([...codes].sort()).toEqual([1, 2, 3].map((each) => `QZABC${year}0000${each}`));
  expect(given.map((release) => problemAt(release, 'tracks.0.isrc'))).toEqual([null, null, null]);
  const emptied = structuredClone(given[0].draft);
  emptied.tracks[0].isrc = '';
  const { revision } = (await (await save(owners[0].browser, owners[0].id, emptied, 1)).json()) as Release;
  expect((await ask(owners[0], revision)).draft.tracks[0].isrc).toBe(codes[0]);
  expect(
    (await app.browser().post(`/api/releases/track/${owners[0].id}/isrcs`, { revision: 0 })).status,
  ).toBe(403);
  await app.sql('UPDATE isrc_ranges SET last = 99999');
  const late = app.browser();
  const id = await late.submit({ phoneNumber: '+1 202 555 0189' }, await makeSong(4, 500));
  expect((await late.post(`/api/releases/track/${id}/isrcs`, { revision: 0 })).status).toBe(503);
});

test('RL-3 what an artist states about AI is there for everybody who sees the track, and for nobody who does not', async () => {
  const path = `/api/submissions/${trackId}/ai-use`;
  const answers = { aiVocals: 'none', aiMusic: 'partly', aiWords: 'surely' };
  const other = app.browser();
  const id = await other.submit({ phoneNumber: '+1 202 555 0190', ...answers }, await makeSong(4, 610));
  const stated = { vocals: 'none', music: 'partly', words: null, artwork: null };
  expect(await app.browser().read(`/api/submissions/${id}/ai-use`)).toEqual({ ...stated, credentials: null });
  expect((await other.read<Release>(`/api/releases/track/${id}`)).draft.ai).toEqual(stated);
  expect(await app.browser().read(path)).toEqual({ ...makeDraft(1).ai, credentials: null });
  await app.sql(`UPDATE submissions SET hidden_at = now(), hidden_reason = 'test' WHERE id = $1`, [trackId]);
  expect((await app.browser().get(path)).status).toBe(404);
  expect((await (await app.staff()).get(path)).status).toBe(200);
});
