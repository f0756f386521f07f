// What the app's role may do to the database, embedded and given, and that an older data folder is carried over.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#platform/db/connect.ts';
import { APPEND_ONLY, findExcess } from '#platform/db/rights.ts';
import { openTestDatabase, runStatement } from '#platform/db/test-database.ts';
import { startEmbeddedServer } from '#platform/embedded/server.ts';
import { migrateDatabase } from './migrate-database.ts';

const NOT_ALLOWED = '42501';
const COLUMN = {
  audit_trail: 'detail',
  ledger_batches: 'bundle',
  ledger_checkpoints: 'root',
  ledger_rules: 'document',
  money_events: 'cents',
};

let owner: Awaited<ReturnType<typeof openTestDatabase>>;
let app: ReturnType<typeof connect>;
beforeAll(async () => {
  owner = await openTestDatabase();
  // Rights on a database itself are not copied with its template.
  await migrateDatabase({ url: owner.appUrl, ownerUrl: owner.url });
  app = connect(owner.appUrl, { max: 1 });
});
afterAll(async () => {
  await app.close();
  await owner.drop();
});

const refusal = (statement: string) =>
  app.pool.query(statement).then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

test.each([
  ...APPEND_ONLY.flatMap((table) => [
    `UPDATE ${table} SET ${COLUMN[table]} = NULL`,
    `DELETE FROM ${table}`,
    `TRUNCATE ${table}`,
    `ALTER TABLE ${table} DISABLE TRIGGER USER`,
    `DROP TABLE ${table} CASCADE`,
  ]),
  `INSERT INTO audit_chain VALUES (1, 1, sha256(''))`,
  'DELETE FROM migrations',
  'ALTER TABLE votes DISABLE TRIGGER votes_ledger_cast',
  'DROP TRIGGER votes_ledger_cast ON votes',
  'DROP TABLE pgboss.job CASCADE',
  'CREATE TABLE own (id integer)',
  'CREATE TEMPORARY TABLE audit_trail (id integer)',
  `CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'`,
  'SET session_replication_role = replica',
  'SET ROLE soundcheck',
  'CREATE ROLE more SUPERUSER',
])('LK-4 the app may not: %s', async (statement) => {
  expect(await refusal(statement)).toBe(NOT_ALLOWED);
});

test('LK-4 the app may append to the trail and have it chained', async () => {
  expect(
    await refusal(`INSERT INTO audit_trail (at, actor_name, action) VALUES (now(), 'system', 'test.deed')`),
  ).toBe('done');
  expect(await refusal('SELECT * FROM chain_audit()')).toBe('done');
});

test('LK-4 a role that may more is named: a warning where it is the only one, a refusal where there are two', async () => {
  expect(await findExcess(app.pool)).toBeNull();
  expect(await findExcess(owner.pool)).toMatch(/^it owns the table/);
  expect((await migrateDatabase({ url: owner.url })).warning).toMatch(/Set DATABASE_OWNER_URL/);
  expect(await migrateDatabase({ url: owner.appUrl })).toEqual({ warning: null });
  await expect(migrateDatabase({ url: owner.url, ownerUrl: owner.url })).rejects.toThrow(/may do more/);
});

test('LK-4 the app’s role alone cannot migrate, and says who can', async () => {
  await owner.pool.query(`DELETE FROM migrations WHERE name LIKE '0048%'`);
  await expect(migrateDatabase({ url: owner.appUrl })).rejects.toThrow(
    /lacks 0048_audit_chain\.sql.*DATABASE_OWNER_URL/,
  );
});

test('LK-4 a data folder of a version with one role is carried over at the next start', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'soundcheck-test-carry-'));
  await chmod(dataDir, 0o711);
  const start = () => startEmbeddedServer({ dataDir, log: { info: () => {}, warn: () => {} }, fsync: false });
  let server = await start();
  try {
    await migrateDatabase({ url: server.ownerUrl });
    await runStatement(
      server.ownerUrl,
      `INSERT INTO audit_trail (at, actor_name, action) VALUES (now(), 'system', 'old.deed')`,
    );
    // As such a version left it: one role, which owns everything.
    const admin = new URL(server.ownerUrl);
    admin.username = 'postgres';
    await server.stop();
    server = await start();
    await runStatement(admin.href, 'DROP ROLE soundcheck_app');
    await server.stop();
    server = await start();
    expect(await migrateDatabase(server)).toEqual({ warning: null });
    const { pool, close } = connect(server.url, { max: 1 });
    expect((await pool.query('SELECT action FROM audit_trail')).rows).toEqual([{ action: 'old.deed' }]);
    await expect(pool.query('DELETE FROM audit_trail')).rejects.toThrow(/permission denied/);
    await close();
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
