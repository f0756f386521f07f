// The database goes away and comes back: the process lives on, says 503 meanwhile, and recovers by itself.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '#platform/db/connect.ts';
import { startTestApp, type TestApp, until } from './test-app.ts';
import { insertTrack } from './test-buyer.ts';
import { LossyLink } from './test-lossy-link.ts';
import { findPhone } from './test-voters.ts';

let app: TestApp;
const link = new LossyLink();
const uncaught: unknown[] = [];
const note = (error: unknown) => uncaught.push(error);
beforeAll(async () => {
  process.on('uncaughtException', note);
  app = await startTestApp({ worker: true, reachThrough: (url) => link.open(url) });
});
beforeEach(() => {
  uncaught.length = 0;
});
afterAll(async () => {
  await app.close();
  await link.close();
  process.off('uncaughtException', note);
});

const askBoard = () => app.browser().get('/api/leaderboard');
const isBack = () => until(async () => (await askBoard()).status === 200, 'the database is back');

/** What a failover does to whoever is connected; the one that asks is left out. */
const TERMINATE_ALL = `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

test('OP-1 connections that die in the middle of a transaction do not take the process down', async () => {
  let begun = 0;
  let goOn = () => {};
  const gone = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const held = Array.from({ length: 3 }, () =>
    app.deps.db
      .transaction(async (tx) => {
        await tx.execute(sql`SELECT 1`);
        begun += 1;
        // Busy with something else when the connection goes.
        await gone;
        await tx.execute(sql`SELECT 1`);
      })
      .then(
        () => 'committed',
        () => 'failed',
      ),
  );
  await until(async () => begun === 3, 'three transactions');
  await app.sql(TERMINATE_ALL);
  goOn();
  expect(await Promise.all(held)).toEqual(['failed', 'failed', 'failed']);
  await isBack();
  const id = await app.browser().submit();
  await until(async () => {
    const [row] = await app.sql<{ state: string }>(`SELECT state FROM submissions WHERE id = ${id}`);
    return row.state === 'done';
  }, 'the worker takes up jobs again');
  expect(uncaught).toEqual([]);
});

test('OP-1 while nothing answers calls are told to come back; the process says it is alive and not ready', async () => {
  link.cut();
  const answers = await Promise.all(Array.from({ length: 20 }, askBoard));
  for (const answer of answers) {
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(await answer.text()).not.toMatch(/ECONN|127\.0\.0\.1|SELECT/);
  }
  expect((await app.browser().get('/api/health')).status).toBe(200);
  expect((await app.browser().get('/api/ready')).status).toBe(503);
  link.restore();
  await isBack();
  expect(uncaught).toEqual([]);
});

test('OP-1 a database that stands still holds nobody up: calls under way are let go, new ones turned away', async () => {
  link.stop();
  expect((await app.browser().get('/api/ready')).status).toBe(503);
  // Sent before anybody noticed.
  expect((await askBoard()).status).toBe(503);
  expect(app.deps.pulse.isLost()).toBe(true);
  expect((await app.browser().get('/api/health')).status).toBe(200);
  link.restore();
  await isBack();
  expect((await app.browser().get('/api/ready')).status).toBe(200);
  expect(uncaught).toEqual([]);
});

/** New connections see the change. */
async function changeDatabase(...statements: string[]): Promise<void> {
  for (const statement of statements) await app.sql(statement);
  await app.sql(TERMINATE_ALL);
}

test('OP-1 where a failover left a database that only reads, votes are told to come back and pages stay', async () => {
  const [{ name }] = await app.sql<{ name: string }>('SELECT current_database() AS name');
  const id = await insertTrack(app);
  const vote = (n: number) =>
    app.browser().post(`/api/submissions/${id}/vote`, { voterName: 'Fan', voterPhone: findPhone(n) });
  await changeDatabase(`ALTER DATABASE "${name}" SET default_transaction_read_only = on`);
  try {
    await isBack();
    const answer = await vote(1);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  } finally {
    await app.sql('SET default_transaction_read_only = off');
    await changeDatabase(`ALTER DATABASE "${name}" RESET default_transaction_read_only`);
  }
  await isBack();
  expect((await vote(2)).status).toBe(200);
});

test('OP-1 nobody stays connected to a standby', async () => {
  const [{ name }] = await app.sql<{ name: string }>('SELECT current_database() AS name');
  // A database that says of itself that it is one.
  await changeDatabase(
    `CREATE FUNCTION public.pg_is_in_recovery() RETURNS boolean LANGUAGE sql AS 'SELECT true'`,
    `ALTER DATABASE "${name}" SET search_path = public, pg_catalog`,
  );
  const answer = await askBoard();
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  expect((await app.browser().get('/api/ready')).status).toBe(503);
  await changeDatabase(
    'DROP FUNCTION public.pg_is_in_recovery()',
    `ALTER DATABASE "${name}" RESET search_path`,
  );
  await isBack();
  expect((await app.browser().get('/api/ready')).status).toBe(200);
  expect(uncaught).toEqual([]);
});
