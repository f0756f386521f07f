// Tables that grow have a stated life, and what is past it goes.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepUnanswered } from '#features/duels/service-sweep.ts';
import { sweepRuns } from '#features/payments/service-sweep.ts';
import { systemClock } from '#platform/clock.ts';
import { openTestDatabase } from '#platform/db/test-database.ts';
import { insertTrack } from './test-buyer.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const sql = async <Row extends object>(text: string, values?: unknown[]) =>
  (await database.pool.query(text, values)).rows as Row[];
const count = async (table: string) =>
  (await sql<{ rows: number }>(`SELECT count(*)::int AS rows FROM ${table}`))[0].rows;

test('every table says how long its rows live', async () => {
  const file = fileURLToPath(new URL('../../docs/table-lives.md', import.meta.url));
  const stated = (await readFile(file, 'utf8')).match(/(?<=`)[a-z0-9_]+(?=`)/g)!;
  const tables = await sql<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  );
  expect([...stated].sort()).toEqual(tables.map(({ name }) => name));
});

test('comparisons with the provider go after three months, some at a time, and the last one stays', async () => {
  await sql(`INSERT INTO reconciliation_runs (started_at, finished_at)
    SELECT now() - n * interval '40 days', now() FROM generate_series(8, 3, -1) n`);
  const deps = { db: database.db, clock: systemClock };
  expect(await sweepRuns(deps, 2)).toBe(2);
  expect(await sweepRuns(deps, 100)).toBe(3);
  expect(await count('reconciliation_runs')).toBe(1);
});

test('duels nobody answered go after a week; answers stay', async () => {
  const [low, high] = [await insertTrack({ sql }), await insertTrack({ sql })];
  await sql(
    `INSERT INTO duels (code, low_id, high_id, low_is_a, browser_digest, served_at, answer, answered_at) VALUES
       ('old', $1, $2, true, 'a', now() - interval '8 days', NULL, NULL),
       ('new', $1, $2, true, 'b', now() - interval '6 days', NULL, NULL),
       ('kept', $1, $2, true, 'c', now() - interval '80 days', 'low', now() - interval '80 days')`,
    [low, high],
  );
  expect(await sweepUnanswered({ db: database.db, clock: systemClock }, 100)).toBe(1);
  expect(await sql('SELECT code FROM duels ORDER BY id')).toEqual([{ code: 'new' }, { code: 'kept' }]);
});
