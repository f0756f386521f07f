// What a failed job leaves behind: words, and nobody's number. And how the queue starts and stops.
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { sql } from '../db/connect.ts';
import { openTestDatabase } from '../db/test-database.ts';
import { createLog } from '../log.ts';
import { job } from './job.ts';
import { createQueue, type Queue } from './queue.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let queue: Queue;
beforeAll(async () => {
  database = await openTestDatabase();
  queue = await createQueue({ url: database.url, db: database.db, log: createLog('silent') });
});
afterAll(async () => {
  await queue.stop();
  await database.drop();
});

test('SEC-1 the queue keeps no values of a statement that failed', async () => {
  const FAILING = { name: 'fail-at-once', payload: z.object({}), options: { retryLimit: 0 } };
  const number = '+12025550142';
  const failing = job(FAILING, async () => {
    await database.db.execute(sql`SELECT ${number}::text, 1 / (length(${number}) - 12)`);
  });
  await queue.declare([failing]);
  await queue.enqueue(database.db, FAILING, {});
  await queue.work([failing], 1);
  const read = async () =>
    (
      await database.pool.query<{ kept: string | null }>(
        "SELECT output::text AS kept FROM pgboss.job WHERE state = 'failed'",
      )
    ).rows[0]?.kept;
  await expect.poll(read, { timeout: 60_000 }).toContain('Failed query');
  expect(await read()).not.toContain('2025550142');
});

test('OP-6 a long line is worked off without a pause between two jobs', { timeout: 60_000 }, async () => {
  const COUNTING = { name: 'count-up', payload: z.object({}) };
  let done = 0;
  const counting = job(COUNTING, async () => void done++);
  await queue.declare([counting]);
  await Promise.all(Array.from({ length: 400 }, () => queue.enqueue(database.db, COUNTING, {})));
  const own = await createQueue({ url: database.url, db: database.db, log: createLog('silent') });
  try {
    await own.work([counting], 1);
    // With a pause after each, as when nobody waits, it would take minutes.
    await expect.poll(() => done, { timeout: 50_000 }).toBe(400);
  } finally {
    await own.stop();
  }
});

test('a job whose time has come is taken, though nobody tells of it', async () => {
  const LATER = { name: 'later', payload: z.object({}) };
  let done = 0;
  const later = job(LATER, async () => void done++);
  await queue.declare([later]);
  const own = await createQueue({ url: database.url, db: database.db, log: createLog('silent') });
  try {
    await own.work([later], 1);
    await queue.enqueue(database.db, LATER, {}, { startAfterSeconds: 2 });
    // Sooner than a worker looks by itself.
    await expect.poll(() => done, { timeout: 25_000 }).toBe(1);
  } finally {
    await own.stop();
  }
});

test('a changed setting or time of a job holds from the next start on', async () => {
  const settings = { payload: z.object({}), options: { retryLimit: 1, cron: '0 3 * * *' } };
  const changed = { payload: z.object({}), options: { retryLimit: 7, cron: '0 4 * * *' } };
  const read = async () =>
    (
      await database.pool.query(
        `SELECT q.retry_limit, s.cron, q.updated_on FROM pgboss.queue q JOIN pgboss.schedule s USING (name)
         WHERE name = 'nightly'`,
      )
    ).rows[0];
  await queue.declare([job({ name: 'nightly', ...settings }, async () => {})]);
  const first = await read();
  expect(first).toMatchObject({ retry_limit: 1, cron: '0 3 * * *' });
  await queue.declare([job({ name: 'nightly', ...settings }, async () => {})]);
  expect(await read()).toEqual(first);
  await queue.declare([job({ name: 'nightly', ...changed }, async () => {})]);
  expect(await read()).toMatchObject({ retry_limit: 7, cron: '0 4 * * *' });
});

test('a run that only waits ends when the app is stopped, and its job is done', async () => {
  const WAITING = { name: 'wait', payload: z.object({}) };
  const other = await createQueue({ url: database.url, db: database.db, log: createLog('silent') });
  let begun = false;
  const waiting = job(WAITING, async (_payload, { leaving }) => {
    begun = true;
    if (!leaving.aborted) await once(leaving, 'abort');
  });
  await other.declare([waiting]);
  await other.enqueue(database.db, WAITING, {});
  await other.work([waiting], 1);
  await expect.poll(() => begun, { timeout: 60_000 }).toBe(true);
  await other.stop();
  const { rows } = await database.pool.query("SELECT state FROM pgboss.job WHERE name = 'wait'");
  expect(rows).toEqual([{ state: 'completed' }]);
});
