// Answers that proxies may keep are the same for everybody: nothing about whoever asked, no cookie; all others say no-store.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillPath } from '#platform/http/endpoint.ts';
import { listRoutes } from './features.ts';
import { startTestApp, type TestApp } from './test-app.ts';
import { insertOwnTrack } from './test-buyer.ts';

let app: TestApp;
let id: number;
let artist: Awaited<ReturnType<typeof insertOwnTrack>>['artist'];
beforeAll(async () => {
  app = await startTestApp();
  ({ id, artist } = await insertOwnTrack(app));
});
afterAll(() => app.close());

const SHARED = 'public, max-age=0, s-maxage=1, stale-while-revalidate=1';
const listShared = () => listRoutes(app.deps).filter(({ endpoint }) => endpoint.shared);

test('board, voting and rank are shared for a second, by their mark; nothing else is', async () => {
  expect(
    listShared()
      .map(({ endpoint }) => endpoint.path)
      .sort(),
  ).toEqual([
    '/api/leaderboard',
    '/api/submissions',
    '/api/submissions/:id/fan-neighbours',
    '/api/submissions/:id/rank-simulation',
    '/api/submissions/:id/votes',
    '/api/submissions/:id/voting',
  ]);
  for (const { endpoint } of listShared()) {
    expect([endpoint.method, endpoint.access, endpoint.reviewersToo]).toEqual(['GET', 'public', undefined]);
    const path = fillPath(endpoint.path, { id });
    const anybody = await app.browser().get(path);
    expect(anybody.headers.get('cache-control'), path).toBe(SHARED);
    expect(anybody.headers.getSetCookie(), path).toEqual([]);
    const etag = anybody.headers.get('etag')!;
    if (endpoint.path.endsWith('/voting')) continue;
    for (const mark of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await app.browser().fetch(path, { headers: { 'if-none-match': mark } });
      expect([again.status, await again.text()], path).toEqual([304, '']);
    }
    const other = await app.browser().fetch(path, { headers: { 'if-none-match': '"other"' } });
    expect(other.status).toBe(200);
  }
});

test('whoever is signed in gets the answer of anybody, and no word about themselves', async () => {
  const staff = await app.staff();
  for (const { endpoint } of listShared()) {
    const path = fillPath(endpoint.path, { id });
    const read = async (browser: { get(path: string): Promise<Response> }) => {
      const response = await browser.get(path);
      expect(response.headers.getSetCookie(), path).toEqual([]);
      return (await response.text()).replace(/"serverTime":"[^"]+"/, '');
    };
    const anybody = await read(app.browser());
    expect(await read(artist), path).toBe(anybody);
    expect(await read(staff), path).toBe(anybody);
    expect(anybody).not.toMatch(/phone|\+1202/i);
  }
});

test('errors and everything else stay out of every cache', async () => {
  const missing = await app.browser().get('/api/submissions/999999/voting');
  expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store']);
  for (const path of [`/api/submissions/${id}`, '/api/me', `/api/vote-receipts/${'0'.repeat(26)}`])
    expect((await artist.get(path)).headers.get('cache-control'), path).toMatch(/no-store/);
});
