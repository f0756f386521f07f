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

/** How long anything may take, in milliseconds. Left out: as long as it takes, as for migrations. */
export interface Limits {
  /** Until there is a connection, also one of the pool that becomes free. */
  connectMs?: number;
  /** Until an answer arrives, whatever the server is doing. */
  answerMs?: number;
  statementMs?: number;
  lockMs?: number;
  idleInTransactionMs?: number;
}

export interface ConnectOptions {
  max?: number;
  limits?: Limits;
  onError?: (error: Error) => void;
}

export function connect(url: string, { max = 10, limits = {}, onError }: ConnectOptions = {}): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'soundcheck',
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: limits.connectMs,
    query_timeout: limits.answerMs,
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
  });
  // A connection that breaks (server restarted, failed over) must not take the process down, idle or in use: whoever
  // waits for its answer is told by the query itself.
  const note = (error: Error) => onError?.(error);
  pool.on('error', note);
  pool.on('connect', (client) => client.on('error', note));
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
