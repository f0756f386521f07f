/** Correcting a genre over HTTP, and what becomes of it and of old results when a newer version listens again. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp, until } from '#app/test-app.ts';
import { ENGINE_VERSION } from '#audio/measure.ts';
import { renewAnalyses } from '#features/recordings/service-sweep.ts';
import { SHEET_VERSION } from '#features/scoring/rules-sheet.ts';
import { GENRES } from './limits.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ worker: true });
});
afterAll(() => app.close());

async function submitAnalysed() {
  const browser = app.browser();
  const id = await browser.submit();
  await browser.hear(id);
  return { browser, id };
}

const correct = (browser: Browser, path: string, body: { genre: string | null }) =>
  browser.fetch(path, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('AN-7 SEC-6 the owner corrects the genre, chips find it, and strangers may not', async () => {
  const { browser, id } = await submitAnalysed();
  const path = `/api/submissions/${id}/genre`;
  const { genre: heard } = await browser.read<{ genre: string }>(`/api/submissions/${id}`);
  expect(GENRES as readonly string[]).toContain(heard);
  const other = heard === 'R&B' ? 'Pop' : 'R&B';
  expect((await correct(app.browser(), path, { genre: other })).status).toBe(403);
  expect((await correct(browser, path, { genre: 'Polka' })).status).toBe(400);
  expect((await correct(browser, path, { genre: other })).status).toBe(200);
  expect(await browser.read(`/api/submissions/${id}`)).toMatchObject({
    genre: other,
    genreHeard: heard,
    genreGivenBy: 'artist',
  });
  const found = await browser.read<{ rows: { id: number }[] }>(
    `/api/leaderboard?genre=${encodeURIComponent(other)}`,
  );
  expect(found.rows.map((row) => row.id)).toContain(id);
  const staff = await app.staff();
  expect((await correct(staff, path, { genre: null })).status).toBe(200);
  expect(await browser.read(`/api/submissions/${id}`)).toMatchObject({ genre: heard, genreGivenBy: null });
});

test('a newer version listens again: the old result is kept, the given genre stays', async () => {
  const { browser, id } = await submitAnalysed();
  await correct(browser, `/api/submissions/${id}/genre`, { genre: 'Dancehall' });
  await app.sql(
    "UPDATE submissions SET engine_version = 'old', sheet_version = 'old', score = 1 WHERE id = $1",
    [id],
  );
  expect(await renewAnalyses(app.deps)).toBe(1);
  const versionOf = async () =>
    (
      await app.sql<{ engine_version: string }>('SELECT engine_version FROM submissions WHERE id = $1', [id])
    )[0].engine_version;
  await until(async () => (await versionOf()) === ENGINE_VERSION, 'the newer analysis');
  const now = await browser.read<{ score: number }>(`/api/submissions/${id}`);
  expect(now).toMatchObject({ analyzed: true, genre: 'Dancehall', genreGivenBy: 'artist' });
  expect(now.score).not.toBe(1);
  expect(
    await app.sql(
      'SELECT engine_version, sheet_version, score FROM analysis_history WHERE submission_id = $1',
      [id],
    ),
  ).toEqual([{ engine_version: 'old', sheet_version: 'old', score: 1 }]);
  expect(await renewAnalyses(app.deps)).toBe(0);
  expect(
    await app.sql('SELECT 1 FROM submissions WHERE id = $1 AND sheet_version = $2', [id, SHEET_VERSION]),
  ).toHaveLength(1);
});
