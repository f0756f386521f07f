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
  /** How long the first of those who wait for a connection has waited; 0 while nobody does. */
  oldestWaitMs(): number;
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
  /** A pooler stands between (PgBouncer, transaction mode): nothing may be left on a connection for the next statement. */
  pooled?: boolean;
  /** Refuse a standby: whoever stayed connected to one could read, and never write, also when the primary is back. */
  primary?: boolean;
  onError?: (error: Error) => void;
  /** Told of each connection handed out, and how long that took. */
  onWait?: (ms: number) => void;
}

export function connect(
  url: string,
  { max = 10, limits = {}, pooled = false, primary = false, onError, onWait }: ConnectOptions = {},
): Connection {
  // A pooler refuses settings at the start of a connection: there they are the role's (docs/operations.md).
  const session = pooled ? {} : sessionLimits(limits);
  const pool = new WatchedPool(onWait, {
    connectionString: url,
    max,
    application_name: 'soundcheck',
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: limits.connectMs,
    query_timeout: limits.answerMs,
    ...(primary && { verify: refuseStandby }),
    ...session,
  });
  if (pooled) withoutNames.add(pool);
  // A connection that breaks (server restarted, failed over) must not take the process down, idle or in use: whoever
  // waits for its answer is told by the query itself.
  const note = (error: Error) => onError?.(error);
  pool.on('error', note);
  pool.on('connect', (client) => client.on('error', note));
  return { pool, db: drizzle(pool), oldestWaitMs: () => pool.oldestWaitMs(), close: () => pool.end() };
}

function refuseStandby(client: pg.PoolClient, done: (error?: Error) => void): void {
  client
    .query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby')
    .then(
      ({ rows: [{ standby }] }) =>
        done(standby ? Object.assign(new Error('This is a standby.'), { code: '25006' }) : undefined),
      done,
    );
}

const sessionLimits = (limits: Limits): pg.ClientConfig => ({
  statement_timeout: limits.statementMs,
  lock_timeout: limits.lockMs,
  idle_in_transaction_session_timeout: limits.idleInTransactionMs,
});

/** Pools behind a pooler: a statement prepared by name would be asked of a server that never heard of it. */
const withoutNames = new WeakSet<object>();

type Taken = Parameters<Parameters<pg.Pool['connect']>[0]>;

/** Knows how long its callers wait for a connection. */
class WatchedPool extends pg.Pool {
  readonly #waiting = new Set<{ since: number }>();
  constructor(
    private readonly onWait: ((ms: number) => void) | undefined,
    options: pg.PoolConfig,
  ) {
    super(options);
  }

  oldestWaitMs(): number {
    const [oldest] = this.#waiting;
    return oldest ? performance.now() - oldest.since : 0;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: (...taken: Taken) => void): void;
  override connect(callback?: (...taken: Taken) => void): Promise<pg.PoolClient> | undefined {
    const caller = { since: performance.now() };
    this.#waiting.add(caller);
    const arrive = () => {
      this.#waiting.delete(caller);
      this.onWait?.(performance.now() - caller.since);
    };
    if (!callback) return super.connect().finally(arrive);
    super.connect((...taken) => {
      arrive();
      callback(...taken);
    });
    return undefined;
  }
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
  const named = withoutNames.has($client) ? {} : { name };
  return (await $client.query<Row>({ ...named, text, values: [...values] })).rows;
}
