import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { StartError } from '../errors.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';
import { dropDatabase, openTestDatabase, runStatement, withDatabase } from './test-database.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url));

let folder: string;
let name: string;
let pool: pg.Pool;
let closers: (() => Promise<void>)[];

function open(): pg.Pool {
  const connection = connect(withDatabase(inject('databaseUrl'), name), { max: 1 });
  closers.push(connection.close);
  return connection.pool;
}

beforeEach(async () => {
  closers = [];
  folder = await mkdtemp(join(tmpdir(), 'soundcheck-migrate-'));
  // Begins with the template's name: the end of the run drops whatever a killed test left.
  name = `${inject('templateName')}_${randomBytes(6).toString('hex')}`;
  await runStatement(inject('databaseUrl'), `CREATE DATABASE "${name}"`);
  pool = open();
  await write('0001_songs.sql', 'CREATE TABLE songs (id integer); SELECT pg_sleep(0.1)');
  await write('0002_singers.sql', 'ALTER TABLE songs ADD singer text');
});
afterEach(async () => {
  for (const close of closers) await close();
  await dropDatabase(inject('databaseUrl'), name);
  await rm(folder, { recursive: true, force: true });
});

const write = (file: string, text: string) => writeFile(join(folder, file), text);

async function readState(of: pg.Pool): Promise<{ ran: string[]; tables: string[] }> {
  const ran = await of.query<{ name: string }>('SELECT name FROM migrations ORDER BY name');
  const tables = await of.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  );
  return { ran: ran.rows.map((row) => row.name), tables: tables.rows.map((row) => row.name) };
}

/** The words of the refusal, once it is certain that the database was left alone. */
async function readRefusal(of: pg.Pool, migrations: string): Promise<string> {
  const before = await readState(of);
  const error = await migrate(of, migrations).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StartError);
  expect(await readState(of)).toEqual(before);
  return (error as StartError).message;
}

test('files run in order, each once, and a later start runs only what is new', async () => {
  expect(await migrate(pool, folder)).toEqual(['0001_songs.sql', '0002_singers.sql']);
  expect(await migrate(pool, folder)).toEqual([]);
  await write('0003_bands.sql', 'CREATE TABLE bands (id integer)');
  expect(await migrate(pool, folder)).toEqual(['0003_bands.sql']);
});

test('of several that start at once, one runs each file and the others wait for it', async () => {
  const runs = await Promise.all(Array.from({ length: 5 }, () => migrate(open(), folder)));
  expect(runs.flat().sort()).toEqual(['0001_songs.sql', '0002_singers.sql']);
});

test('OP-5 a migration waits seconds for a lock, lets others through in between, and goes on once it is free', async () => {
  await migrate(pool, folder);
  await write('0003_length.sql', 'ALTER TABLE songs ADD length integer');
  const reader = await open().connect();
  await reader.query('BEGIN; SELECT * FROM songs');
  const migrating = migrate(pool, folder, { lockTimeoutMs: 150 });
  const other = open();
  const isWaiting = async () => {
    const { rows } = await other.query<{ is: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock'
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS is`,
    );
    return rows[0].is;
  };
  while (!(await isWaiting()));
  // Behind a migration that waits for as long as it takes, this would wait for the first reader too.
  for (let n = 0; n < 5; n++) await other.query('SELECT * FROM songs');
  await reader.query('COMMIT');
  reader.release();
  expect(await migrating).toEqual(['0003_length.sql']);
});

test('an index is made while others write; one that was cut off before is made anew', async () => {
  await migrate(pool, folder);
  await pool.query(`INSERT INTO songs (id) VALUES (1), (1)`);
  await pool.query('CREATE UNIQUE INDEX CONCURRENTLY songs_id ON songs (id)').catch(() => {});
  await pool.query(`DELETE FROM songs WHERE ctid = (SELECT min(ctid) FROM songs)`);
  await write(
    '0003_index.sql',
    '-- concurrently\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS songs_id ON songs (id);\n',
  );
  const two = connect(withDatabase(inject('databaseUrl'), name), { max: 2 });
  closers.push(two.close);
  expect(await migrate(two.pool, folder)).toEqual(['0003_index.sql']);
  await expect(pool.query('INSERT INTO songs (id) VALUES (1)')).rejects.toThrow(/duplicate key/);
});

test('a file that fails is named and leaves nothing of itself behind', async () => {
  await write('0003_bands.sql', 'CREATE TABLE bands (id integer); SELECT 1 / 0');
  await expect(migrate(pool, folder)).rejects.toThrow('Migration 0003_bands.sql failed: division by zero');
  expect(await readState(pool)).toEqual({
    ran: ['0001_songs.sql', '0002_singers.sql'],
    tables: ['migrations', 'songs'],
  });
});

test('a file that was changed after it ran stops the start', async () => {
  await migrate(pool, folder);
  await write('0001_songs.sql', 'CREATE TABLE songs (id bigint)');
  expect(await readRefusal(pool, folder)).toBe(
    'The migration 0001_songs.sql was changed after it ran; add a new file instead.',
  );
});

test('a database made by 0.1.0 is left alone, and the start says what to do', async () => {
  await pool.query(`
    CREATE TABLE migrations (name text PRIMARY KEY, sha256 text NOT NULL, ran_at timestamptz NOT NULL DEFAULT now());
    INSERT INTO migrations VALUES ('0001_foundation.sql', 'a'), ('0002_money.sql', 'b')`);
  const words = await readRefusal(pool, MIGRATIONS);
  expect(words).toMatch(/made by Soundcheck 0\.1\.0\. Its data cannot be carried over/);
  expect(words).toMatch(
    /Keep running 0\.1\.0 .* set DATA_DIR to a new folder, and DATABASE_URL, .* to an empty database/,
  );
});

test('a database newer than the code is left alone, and the start says so', async () => {
  const newer = await openTestDatabase();
  try {
    await newer.pool.query(`INSERT INTO migrations VALUES ('9999_later.sql', 'a')`);
    const words = await readRefusal(newer.pool, MIGRATIONS);
    expect(words).toMatch(
      /newer version of Soundcheck: it ran 9999_later\.sql, which this version does not have/,
    );
    expect(words).toMatch(/Start that version again, or use another database \(DATA_DIR or DATABASE_URL\)/);
  } finally {
    await newer.drop();
  }
});

test('no migration was edited: migrations/hashes.txt names each with its hash', async () => {
  const files = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).sort();
  const lines = await Promise.all(
    files.map(async (file) => {
      const hash = createHash('sha256').update(await readFile(join(MIGRATIONS, file)));
      return `${hash.digest('hex')}  ${file}\n`;
    }),
  );
  expect(
    await readFile(join(MIGRATIONS, 'hashes.txt'), 'utf8'),
    'Lines of hashes.txt are only ever added. To change the schema, add the next migration and its line.',
  ).toBe(lines.join(''));
});
