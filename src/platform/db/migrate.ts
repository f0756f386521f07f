/**
 * Runs the SQL files of migrations/ in order, each in its own transaction, under an advisory lock: any number of
 * processes may start at once. A file that ran is remembered with its hash; changing it afterwards stops the start, and
 * so does a database that ran files we do not have.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { StartError } from '../errors.ts';

/** Any fixed number; ours alone in this database. */
const LOCK = 7_362_915;

/** The first file of 0.1.0, whose migrations were folded into those of today (docs/adr/0015-baseline-migrations.md). */
const FIRST_OF_0_1_0 = '0001_foundation.sql';

export async function migrate(pool: pg.Pool, folder: string): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    return await runPending(client, folder);
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK]).catch(() => {});
    client.release();
  }
}

async function runPending(client: pg.PoolClient, folder: string): Promise<string[]> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, sha256 text NOT NULL, ran_at timestamptz NOT NULL DEFAULT now())',
  );
  const known = await client.query<{ name: string; sha256: string }>('SELECT name, sha256 FROM migrations');
  const done = new Map(known.rows.map((row) => [row.name, row.sha256]));
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort();
  refuseUnknown([...done.keys()], names);
  const ran: string[] = [];
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8');
    const sha256 = createHash('sha256').update(text).digest('hex');
    const before = done.get(name);
    if (before && before !== sha256)
      throw new StartError(`The migration ${name} was changed after it ran; add a new file instead.`);
    if (before) continue;
    await runOne(client, name, text, sha256);
    ran.push(name);
  }
  return ran;
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

async function runOne(client: pg.PoolClient, name: string, text: string, sha256: string): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(text);
    await client.query('INSERT INTO migrations (name, sha256) VALUES ($1, $2)', [name, sha256]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}
