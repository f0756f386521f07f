// Releases over HTTP, on a real database: drafts, who may see them, and codes that two want at once.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertPendingAlbum } from '#app/test-albums.ts';
import { type Browser, startTestApp, type TestApp } from '#app/test-app.ts';
import { makeDraft } from '#app/test-releases.ts';
import type { Release, ReleaseDraft } from './contract.ts';

let app: TestApp;
let artist: Browser;
let trackId: number;
beforeAll(async () => {
  app = await startTestApp();
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
