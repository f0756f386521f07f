/** The connection pool and the two names everything else uses: Db, and Tx inside a transaction. */
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

/** For the few platform files that write a statement by hand, and for ports that speak of a part of one. */
export { type SQL, sql } from 'drizzle-orm';

export type Db = NodePgDatabase<Record<string, never>> & { $client: pg.Pool | pg.PoolClient };
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
/** Either: for reads that may or may not be part of a transaction. */
export type DbOrTx = Db | Tx;

// bigint counts and ids arrive as numbers: none of ours passes 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface Connection {
  pool: pg.Pool;
  db: Db;
  close(): Promise<void>;
}

export function connect(
  url: string,
  { max = 10, onError }: { max?: number; onError?: (error: Error) => void } = {},
): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'soundcheck',
    idleTimeoutMillis: 30_000,
  });
  // An idle connection that breaks (server restarted) must not take the process down.
  pool.on('error', (error) => onError?.(error));
  return { pool, db: drizzle(pool), close: () => pool.end() };
}

/**
 * A statement that is parsed and planned once a connection instead of at every call: for the few that are asked hundreds
 * of times a second and whose planning costs as much as their answer. `text` has $1, $2 for the values and must be the
 * same for a name as long as the process lives.
 */
export async function runPrepared<Row extends pg.QueryResultRow>(
  { $client }: Db,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  return (await $client.query<Row>({ name, text, values: [...values] })).rows;
}
