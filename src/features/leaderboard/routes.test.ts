/** The ranking over HTTP: order, ranks that filters never move, search, paging. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#app/test-app.ts';
import { insertRecording } from '#app/test-buyer.ts';
import type { Row } from './contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

interface Page {
  rows: Row[];
  page: number;
  total: number;
  everything: number;
}
const board = (query = '') => app.browser().read<Page>(`/api/leaderboard${query}`);

/** Analysed rows straight into the table: this is about order, not about listening. */
async function addRows(
  rows: { artist: string; title: string; score: number; genre: string; age: number; votes?: number }[],
): Promise<void> {
  await insertRecording(app);
  for (const row of rows)
    await app.sql(
      `INSERT INTO submissions (artist_name, phone_number, track_title, audio_sha256, created_at,
         state, analyzed, analysis, score, genre, duration_seconds, vote_count)
       VALUES ($1, '+12025550100', $2, 'x', now() - make_interval(secs => $3), 'done', true, '{}', $4, $5, 61.5, $6)`,
      [row.artist, row.title, row.age, row.score, row.genre, row.votes ?? 0],
    );
}

test('LB-10 an empty board is an empty array, and says so for samples', async () => {
  expect(await app.browser().read('/api/submissions')).toEqual([]);
  expect(await board()).toMatchObject({ rows: [], total: 0, everything: 0, page: 1 });
});

test('LB-8 LB-10 score first, then earlier; votes never move it; filters keep the rank', async () => {
  await addRows([
    { artist: 'Late', title: 'Same score', score: 80, genre: 'Pop', age: 10, votes: 900 },
    { artist: 'Early', title: 'Same score', score: 80, genre: 'R&B', age: 100 },
    { artist: 'Top', title: 'Best', score: 91, genre: 'Pop', age: 5 },
    { artist: 'Ölaf 100%', title: 'under_score', score: 40, genre: 'Hip Hop', age: 5 },
    { artist: 'Low', title: 'Pop', score: 12, genre: 'Pop', age: 500 },
    { artist: 'Mid', title: 'Six', score: 50, genre: 'Dancehall', age: 50 },
  ]);
  const array = await app.browser().read<Omit<Row, 'peaks'>[]>('/api/submissions');
  expect(array.map((row) => row.artistName)).toEqual(['Top', 'Early', 'Late', 'Mid', 'Ölaf 100%', 'Low']);
  expect(array[0]).toMatchObject({
    rank: 1,
    trackTitle: 'Best',
    score: 91,
    genre: 'Pop',
    audioFilePath: expect.stringMatching(/\.mp3$/),
  });
  expect(JSON.stringify(array)).not.toContain('2025550100');

  const pop = await board('?genre=Pop');
  expect(pop.rows.map((row) => [row.rank, row.artistName])).toEqual([
    [1, 'Top'],
    [3, 'Late'],
    [6, 'Low'],
  ]);
  expect(pop).toMatchObject({ total: 3, everything: 6 });
  const found = await board('?search=SAME');
  expect(found.rows.map((row) => row.rank)).toEqual([2, 3]);
});

test('LB-1 search is case-insensitive on artist or title, and takes signs as they are', async () => {
  expect((await board(`?search=${encodeURIComponent('öLAF')}`)).total).toBe(1);
  expect((await board(`?search=${encodeURIComponent('100%')}`)).total).toBe(1);
  expect((await board(`?search=${encodeURIComponent('der_sco')}`)).total).toBe(1);
  // Not everything, and not whatever holds one: a name that is just that sign.
  expect((await board(`?search=${encodeURIComponent('%')}`)).total).toBe(0);
  expect((await board(`?search=${encodeURIComponent("'; DROP TABLE submissions; --")}`)).total).toBe(0);
});

test('LB-3 five rows a page; a page past the end is the last one', async () => {
  expect((await board()).rows).toHaveLength(5);
  const second = await board('?page=2');
  expect(second.rows.map((row) => row.rank)).toEqual([6]);
  expect(await board('?page=99')).toMatchObject({ page: 2 });
  for (const bad of ['?page=0', '?page=-1', '?page=x', '?page=1e99'])
    expect((await app.browser().get(`/api/leaderboard${bad}`)).status).toBe(400);
});

test('LB-9 the duration of a row is the length of its track', async () => {
  expect((await board()).rows[0].duration).toBe(61.5);
});

test('LB-8 what staff have heard is marked, can be shown alone, and keeps its rank', async () => {
  await app.staff();
  const [{ id }] = await app.sql<{ id: number }>("SELECT id FROM submissions WHERE artist_name = 'Mid'");
  expect((await board()).rows.some(({ heard }) => heard)).toBe(false);
  await app.sql(
    'INSERT INTO track_hearings (submission_id, staff_id, heard_at) SELECT $1, min(id), now() FROM admins',
    [id],
  );
  const all = await board();
  expect(all.rows.filter(({ heard }) => heard).map((row) => row.id)).toEqual([id]);
  const heard = await board('?heard=yes');
  expect(heard.rows.map((row) => [row.id, row.rank])).toEqual([
    [id, all.rows.find((row) => row.id === id)?.rank],
  ]);
  expect([heard.total, heard.everything]).toEqual([1, all.everything]);
  expect((await board('?heard=yes&genre=Pop')).rows).toEqual([]);
  expect((await app.browser().get('/api/leaderboard?heard=maybe')).status).toBe(400);
  // Who heard it is nobody's business.
  expect(JSON.stringify(heard)).not.toMatch(/staff/i);
});
