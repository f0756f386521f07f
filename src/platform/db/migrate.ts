/**
 * Runs the SQL files of migrations/ in order, each in its own transaction, under an advisory lock: any number of
 * processes may start at once. A file that ran is remembered with its hash; changing it afterwards stops the start, and
 * so does a database that ran files we do not have.
 *
 * Others use the tables meanwhile. A change of a table that waits for its lock keeps everybody behind it waiting too, so it
 * gives up after seconds and tries again. The lock ends with its transaction, so a pooler may stand in between.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { StartError, sqlState } from '../errors.ts';
import { QUEUE_SCHEMA } from '../jobs/schema.ts';

/** Any fixed number; ours alone in this database. */
const LOCK = 7_362_915;

/** The first file of 0.1.0, whose migrations were folded into those of today (docs/adr/0015-baseline-migrations.md). */
const FIRST_OF_0_1_0 = '0001_foundation.sql';

const LOCK_TIMEOUT_MS = 3000;
const ATTEMPTS = 20;
/** Milliseconds between two questions whether another process has done. */
const TURN_MS = 100;

/** A file that begins so is run outside a transaction, statement by statement: CREATE INDEX CONCURRENTLY IF NOT EXISTS. */
const CONCURRENTLY = /^-- concurrently\b/;

interface Migration {
  name: string;
  text: string;
  sha256: string;
}

export interface MigrateOptions {
  /** Run no others: for the tables of an older backup. */
  only?: readonly string[];
  /** How long a change may keep others waiting, in milliseconds. */
  lockTimeoutMs?: number;
}

export async function migrate(
  pool: pg.Pool,
  folder: string,
  { only, lockTimeoutMs = LOCK_TIMEOUT_MS }: MigrateOptions = {},
): Promise<string[]> {
  const all = await readMigrations(folder);
  const done = await readDone(pool);
  refuseUnknown(
    [...done.keys()],
    all.map(({ name }) => name),
  );
  for (const { name, sha256 } of all)
    if (done.has(name) && done.get(name) !== sha256)
      throw new StartError(`The migration ${name} was changed after it ran; add a new file instead.`);
  const pending = all.filter(({ name }) => !done.has(name) && (only?.includes(name) ?? true));
  if (pending.length > 0 && !(await mayMakeTables(pool)))
    throw new StartError(
      `The database lacks ${pending[0].name}, and the role of DATABASE_URL may not add it: run \`npm run migrate\` with DATABASE_OWNER_URL.`,
    );
  const ran: string[] = [];
  for (const migration of pending)
    if (await runPatiently(pool, migration, lockTimeoutMs)) ran.push(migration.name);
  return ran;
}

/** A process that was given the app's role alone leaves the schema as it is. */
export async function mayMakeTables(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ may: boolean }>(
    `SELECT has_schema_privilege('public', 'CREATE') AS may`,
  );
  return rows[0].may;
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** Name and hash of what ran. */
export async function readDone(pool: pg.Pool): Promise<Map<string, string>> {
  const there = await pool.query<{ is: boolean }>(`SELECT to_regclass('migrations') IS NOT NULL AS is`);
  if (!there.rows[0].is) return new Map();
  const { rows } = await pool.query<{ name: string; sha256: string }>('SELECT name, sha256 FROM migrations');
  return new Map(rows.map((row) => [row.name, row.sha256]));
}

/** Before anything runs, so that such a database stays as it was. */
function refuseUnknown(done: string[], names: string[]): void {
  if (done.includes(FIRST_OF_0_1_0))
    throw new StartError(
      'This database was made by Soundcheck 0.1.0. Its data cannot be carried over to this version; nothing was changed.\n' +
        'Keep running 0.1.0 with it, or start afresh: set DATA_DIR to a new folder, and DATABASE_URL, if you use it, ' +
        'to an empty database.',
    );
  const unknown = done.filter((name) => !names.includes(name)).sort();
  if (unknown.length > 0)
    throw new StartError(
      `This database was made by a newer version of Soundcheck: it ran ${unknown.join(', ')}, which this version does not have. ` +
        'Nothing was changed.\nStart that version again, or use another database (DATA_DIR or DATABASE_URL).',
    );
}

async function runPatiently(pool: pg.Pool, migration: Migration, lockTimeoutMs: number): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOne(pool, migration, lockTimeoutMs);
    } catch (error) {
      if (sqlState(error) !== '55P03' || attempt >= ATTEMPTS)
        throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
      // Whoever had to wait behind us goes first.
      await sleep(lockTimeoutMs / 3);
    }
  }
}

/** False when another process ran it while we waited. */
async function runOne(
  pool: pg.Pool,
  { name, text, sha256 }: Migration,
  lockTimeoutMs: number,
): Promise<boolean> {
  const client = await pool.connect();
  try {
    await beginAlone(client);
    await client.query(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, sha256 text NOT NULL, ran_at timestamptz NOT NULL DEFAULT now())',
    );
    const { rowCount } = await client.query('SELECT FROM migrations WHERE name = $1', [name]);
    if (!rowCount) {
      await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
      if (CONCURRENTLY.test(text)) await runConcurrently(pool, text);
      else await client.query(text);
      await client.query('INSERT INTO migrations (name, sha256) VALUES ($1, $2)', [name, sha256]);
    }
    await client.query('COMMIT');
    return !rowCount;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/**
 * The lock is asked for again and again instead of waited for: a statement that waits keeps its view of the data, and an
 * index that is made concurrently waits until nobody has an older one.
 */
async function beginAlone(client: pg.PoolClient): Promise<void> {
  for (;;) {
    await client.query('BEGIN');
    const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS alone', [LOCK]);
    if (rows[0].alone) return;
    await client.query('ROLLBACK');
    await sleep(TURN_MS);
  }
}

/** On a connection of its own, while the first keeps others away. An index that was cut off half-way is made anew. */
async function runConcurrently(pool: pg.Pool, text: string): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT indexrelid::regclass::text AS name FROM pg_index WHERE NOT indisvalid AND indrelid::regclass::text NOT LIKE '${QUEUE_SCHEMA}.%'`,
  );
  for (const { name } of rows) await pool.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  for (const statement of text.split(/;[ \t]*(?:\n|$)/))
    if (statement.replaceAll(/^--.*$/gm, '').trim()) await pool.query(statement);
}
