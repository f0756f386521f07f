// More is asked than the database can answer: votes go on, reads are turned away before they queue, readiness answers.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#platform/db/connect.ts';
import { shareOut } from '#platform/db/lanes.ts';
import { startTestApp, type TestApp, until } from './test-app.ts';
import { insertTrack } from './test-buyer.ts';
import { findPhone } from './test-voters.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { DATABASE_POOL: '6', DATABASE_WAIT_MS: '1500' } });
});
afterAll(() => app.close());

test('OP-5 reads that hang keep no vote waiting; further ones are shed with 503 and Retry-After', async () => {
  const track = await insertTrack(app);
  const { pool, close } = connect(app.databaseUrl, { max: 1 });
  const blocker = await pool.connect();
  await blocker.query('BEGIN; LOCK TABLE board_cells IN ACCESS EXCLUSIVE MODE');
  // Pages of their own: visitors who ask the same share one read.
  const readPage = (page: number) => app.browser().get(`/api/leaderboard?page=${page}`);
  const hanging = [1, 2, 3, 4, 5].map(readPage);
  const shed = await until(async () => {
    if (!app.deps.lanes.isFull('reads')) return null;
    const answer = await readPage(99);
    return answer.status === 503 ? answer : null;
  }, 'reads are turned away');
  expect(shed.headers.get('retry-after')).toBe('2');
  expect(app.deps.lanes.gauge('reads')).toEqual({ used: 2, waiting: 3 });
  // Every connection of the reads is taken, and none of the votes'.
  const votes = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      app.browser().post(`/api/submissions/${track}/vote`, { voterName: 'Fan', voterPhone: findPhone(n) }),
    ),
  );
  expect(votes.map(({ status }) => status)).toEqual(Array(12).fill(200));
  const ready = await app.browser().get('/api/ready');
  expect([ready.status, await ready.json()]).toEqual([200, expect.objectContaining({ database: 'ok' })]);
  await blocker.query('ROLLBACK');
  blocker.release();
  await close();
  const answers = await Promise.all(hanging);
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
  expect((await readPage(1)).status).toBe(200);
});

test('OP-5 no lane is without connections, however few there are', () => {
  for (const size of [6, 7, 10, 40]) {
    const { votes, reads, work } = shareOut(size);
    expect(votes + reads + work).toBe(size);
    expect(Math.min(votes, reads, work)).toBeGreaterThanOrEqual(2);
  }
});
