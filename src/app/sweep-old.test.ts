// Tables that grow have a stated life, and what is past it goes.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepUnanswered } from '#features/duels/service-sweep.ts';
import { sweepPayments, sweepRuns } from '#features/payments/service-sweep.ts';
import { sweepTexts } from '#features/sms/service-sweep.ts';
import { systemClock } from '#platform/clock.ts';
import { openTestDatabase } from '#platform/db/test-database.ts';
import { openSandbox } from '#providers/payments/embedded.ts';
import { openOutbox } from '#providers/sms/embedded.ts';
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

test('texts go after ninety days, ours after a year, delivered events after ninety days; what is not over stays', async () => {
  const ages = [1, 100, 400].map((days) => `(${days}, now() - interval '${days} days')`).join(', ');
  await sql(`INSERT INTO sms_outbox (sid, idempotency_key, to_number, body, created_at, settles_at, outcome)
    SELECT 's' || n, 'k' || n, '+1', 'Hi', at, at, 'delivered' FROM (VALUES ${ages}) age(n, at)`);
  // Written long ago, and not due before next week.
  await sql(`UPDATE sms_outbox SET settles_at = now() + interval '7 days' WHERE sid = 's100'`);
  await sql(
    `INSERT INTO sms_keys (key, to_number, created_at) SELECT 'k' || n, '+1', at FROM (VALUES ${ages}) age(n, at)`,
  );
  await sql(`INSERT INTO text_messages (key, phone, sid, phone_digest, body, state, created_at, send_after)
    SELECT 'k' || n || state, CASE WHEN state = 'waiting' THEN '+1' END, CASE WHEN state = 'sent' THEN 's' || n END, 'd', 'Hi', state, at, at FROM (VALUES ${ages}) age(n, at), unnest(ARRAY['sent', 'waiting']) state`);
  await sql(`INSERT INTO sandbox_intents (id, idempotency_key, client_secret, amount, currency, description, metadata, state, created_at)
    VALUES ('i', 'i', 'i', 1, 'usd', '', '{}', 'succeeded', now())`);
  await sql(`INSERT INTO sandbox_events (id, type, intent_id, created_at, delivered_at)
    SELECT 'e' || n, 't', 'i', at, CASE WHEN n <> 100 THEN at END FROM (VALUES ${ages}) age(n, at)`);
  const deps = { db: database.db, clock: systemClock };
  const sms = openOutbox({ ...deps, callbackSecret: 'secret' });
  const parts = { ...deps, webhookSecret: 'secret', onEvent: async () => {}, onProcessing: async () => {} };
  expect(await sweepTexts({ ...deps, sms }, 100)).toBe(4);
  expect(await sweepPayments({ ...deps, payments: openSandbox(parts) }, 100)).toBe(1);
  const left = async (table: string, key: string) =>
    (await sql<{ key: string }>(`SELECT ${key} AS key FROM ${table} ORDER BY 1`)).map((row) => row.key);
  expect(await left('sms_outbox', 'sid')).toEqual(['s1', 's100']);
  expect(await left('sms_keys', 'key')).toEqual(['k1']);
  expect(await left('text_messages', 'key')).toEqual([
    'k100sent',
    'k100waiting',
    'k1sent',
    'k1waiting',
    'k400waiting',
  ]);
  expect(await left('sandbox_events', 'id')).toEqual(['e1', 'e100']);
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
