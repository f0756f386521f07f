/** Brings the database up to date as the role that owns it, and gives the app's role what it needs and no more. */
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { connect } from '#platform/db/connect.ts';
import { type MigrateOptions, mayMakeTables, migrate } from '#platform/db/migrate.ts';
import { findExcess, grantRights, refuseExcess } from '#platform/db/rights.ts';
import { StartError } from '#platform/errors.ts';
import { installQueue } from '#platform/jobs/queue.ts';

/** Both from the sources and from dist/server the project is two folders up. */
const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));

export interface DatabaseUrls {
  /** As the app's role. */
  url: string;
  /** As the owner of the schema. Left out: `url` is the owner's, or somebody else has migrated. */
  ownerUrl?: string;
}

const ONE_ROLE =
  'The database role of the app owns the schema, so whoever gets at its connection can change the audit trail. ' +
  'Set DATABASE_OWNER_URL to the owner and DATABASE_URL to a role that may only sign in (docs/operations.md).';

/** No such host, no way to it, no such role or password (28), no such database: a wrong setting, which the message names. */
const UNREACHED = [
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  'ENOENT',
  '28000',
  '28P01',
  '3D000',
];

/** `warning`: what whoever keeps the site should know. */
export async function migrateDatabase({ url, ownerUrl }: DatabaseUrls): Promise<{ warning: string | null }> {
  await migrateSchema(ownerUrl ?? url);
  if (ownerUrl) {
    const role = await withPool(url, findRole);
    await withPool(ownerUrl, (pool) => grantRights(pool, role));
    await withPool(url, refuseExcess);
  }
  const excess = ownerUrl ? null : await withPool(url, findExcess);
  return { warning: excess && ONE_ROLE };
}

/** The tables alone, ours and the queue's. */
export const migrateSchema = (url: string, options?: MigrateOptions): Promise<void> =>
  withPool(url, async (pool) => {
    await migrate(pool, MIGRATIONS, options);
    if (await mayMakeTables(pool)) await installQueue(pool, url);
  });

async function findRole(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('SELECT current_user AS name');
  return rows[0].name;
}

async function withPool<T>(url: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const { pool, close } = connect(url, { max: 2 });
  try {
    return await work(pool);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (code === 'ECONNREFUSED') throw new StartError('No PostgreSQL answers at DATABASE_URL.');
    if (UNREACHED.includes(code))
      throw new StartError(
        `The database of DATABASE_URL (or DATABASE_OWNER_URL) cannot be used: ${message}.`,
      );
    throw error;
  } finally {
    await close();
  }
}
