/**
 * The queue, on pg-boss: jobs live in our own database and are enqueued inside the transaction that writes the row they
 * are about. Workers may be paused for all processes at once (table queue_controls).
 */
import type pg from 'pg';
import { fromDrizzle, PgBoss, type SendOptions, type WorkHandler } from 'pg-boss';
import { type Db, sql, type Tx } from '../db/connect.ts';
import { describeError, type Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Traces } from '../traces.ts';
import type { Job, JobName, JobRun } from './job.ts';
import { QUEUE_SCHEMA } from './schema.ts';

/** Seconds without a sign of life after which a run is thought dead. pg-boss allows no less than 10. */
const HEARTBEAT_SECONDS = 10;
/** Milliseconds between two looks at all kinds of work: one that is told of new jobs finds pauses, and jobs whose time has come. */
const LOOK_MS = { told: 1000, untold: 500 };
/** After how many seconds a worker looks by itself, whatever it was told: dozens that each ask often keep a database busy. */
const ALONE_SECONDS = 30;

export interface EnqueueOptions {
  /** Higher runs first. */
  priority?: number;
  startAfterSeconds?: number;
  /** While a job with this key waits or runs, another is not added. */
  singletonKey?: string;
}

export interface Queue {
  /** Makes jobs known: before any of them is enqueued. */
  declare(jobs: readonly Job[]): Promise<void>;
  enqueue<Payload>(
    tx: Db | Tx,
    job: JobName<Payload>,
    payload: Payload,
    options?: EnqueueOptions,
  ): Promise<string | null>;
  cancel(tx: Db | Tx, job: { name: string }, id: string): Promise<void>;
  /** Whether a job still waits or runs. */
  isLive(tx: Db | Tx, job: { name: string }, id: string): Promise<boolean>;
  /** Those of the jobs that still wait or run. */
  findLive(tx: Db | Tx, job: { name: string }, ids: readonly string[]): Promise<Set<string>>;
  /** Pauses or resumes a kind of work for all workers; false when there is no such work. */
  setPaused(tx: Db | Tx, name: string, paused: boolean): Promise<boolean>;
  /** Runs what failed of a kind of work once more: how many, or null when there is no such work. */
  retryFailed(tx: Db | Tx, name: string): Promise<number | null>;
  /** Starts running jobs in this process. */
  work(jobs: readonly Job[], concurrency: number): Promise<void>;
  ready(): Promise<boolean>;
  /** Waits for running jobs, at most `drainMs`; what is cut off is taken up by another worker. */
  stop(drainMs?: number): Promise<void>;
}

export async function createQueue({
  url,
  db,
  log,
  metrics,
  traces,
  supervise = true,
  listens = true,
}: {
  url: string;
  db: Db;
  log: Log;
  metrics?: Metrics;
  traces?: Traces;
  supervise?: boolean;
  /** Whether a connection is ours for long enough to be told of new jobs; else they are asked for. */
  listens?: boolean;
}): Promise<Queue> {
  const boss = new PgBoss({
    connectionString: url,
    schema: QUEUE_SCHEMA,
    // Its tables are made by installQueue, as the schema's owner: this role makes none.
    migrate: false,
    max: 4,
    supervise,
    schedule: supervise,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
    useListenNotify: listens,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'queue'));
  await boss.start();
  return new BossQueue(boss, db, log, listens ? LOOK_MS.told : LOOK_MS.untold, metrics, traces);
}

/** A start that finds everything as it should be, which is nearly every one, writes nothing. */
async function declareJobs(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  const crons = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]));
  for (const { name, options } of jobs) {
    const settings = {
      retryLimit: options.retryLimit ?? 3,
      retryDelay: options.retryDelay ?? 2,
      retryBackoff: true,
      expireInSeconds: options.expireInSeconds ?? 300,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      notify: true,
    };
    const known = queues.get(name);
    if (!known) await boss.createQueue(name, settings);
    else if (Object.entries(settings).some(([key, value]) => known[key as keyof typeof settings] !== value))
      await boss.updateQueue(name, settings);
    if (options.cron && crons.get(name) !== options.cron) await boss.schedule(name, options.cron, {});
  }
}

class BossQueue implements Queue {
  #jobs: readonly Job[] = [];
  /** The workers of each kind of work that is not paused. */
  readonly #workers = new Map<string, string[]>();
  #concurrency = 1;
  #timer: NodeJS.Timeout | undefined;
  readonly #leaving = new AbortController();

  constructor(
    private readonly boss: PgBoss,
    private readonly db: Db,
    private readonly log: Log,
    private readonly lookMs: number,
    private readonly metrics?: Metrics,
    private readonly traces?: Traces,
  ) {}

  async declare(jobs: readonly Job[]): Promise<void> {
    await declareJobs(this.boss, jobs);
  }

  enqueue<Payload>(
    tx: Db | Tx,
    { name, payload: schema }: JobName<Payload>,
    payload: Payload,
    options: EnqueueOptions = {},
  ) {
    const send: SendOptions = { db: fromDrizzle(tx, sql) };
    if (options.priority !== undefined) send.priority = options.priority;
    if (options.startAfterSeconds) send.startAfter = options.startAfterSeconds;
    if (options.singletonKey) send.singletonKey = options.singletonKey;
    return this.boss.send(name, schema.parse(payload) as object, send);
  }

  async cancel(tx: Db | Tx, { name }: { name: string }, id: string): Promise<void> {
    await this.boss.cancel(name, id, { db: fromDrizzle(tx, sql) });
  }

  async isLive(tx: Db | Tx, job: { name: string }, id: string): Promise<boolean> {
    return (await this.findLive(tx, job, [id])).has(id);
  }

  async findLive(tx: Db | Tx, { name }: { name: string }, ids: readonly string[]): Promise<Set<string>> {
    const { rows } = await tx.execute<{ id: string }>(sql`
      SELECT id FROM pgboss.job
      WHERE name = ${name} AND id = ANY(${`{${ids.join(',')}}`}::uuid[]) AND state IN ('created', 'retry', 'active')`);
    return new Set(rows.map(({ id }) => id));
  }

  async setPaused(tx: Db | Tx, name: string, paused: boolean): Promise<boolean> {
    const { rows } = await tx.execute(sql`
      INSERT INTO queue_controls (name, paused) SELECT name, ${paused} FROM pgboss.queue WHERE name = ${name}
      ON CONFLICT (name) DO UPDATE SET paused = excluded.paused, changed_at = now() RETURNING name`);
    // Nobody need wait a second for the worker in this process, unless the transaction has yet to commit.
    if (this.#timer) await this.#look();
    return rows.length > 0;
  }

  async retryFailed(tx: Db | Tx, name: string): Promise<number | null> {
    const known = await tx.execute(sql`SELECT FROM pgboss.queue WHERE name = ${name}`);
    if (known.rowCount === 0) return null;
    // Of several with one key the newest, and none whose key waits or runs again already.
    const { rowCount } = await tx.execute(sql`
      UPDATE pgboss.job SET state = 'retry', retry_limit = retry_count + 1, start_after = now(), completed_on = NULL
      WHERE name = ${name} AND state = 'failed' AND id IN (
        SELECT DISTINCT ON (coalesce(j.singleton_key, j.id::text)) j.id FROM pgboss.job j
        WHERE j.name = ${name} AND j.state = 'failed' AND NOT EXISTS (
          SELECT FROM pgboss.job live WHERE live.name = j.name AND live.singleton_key = j.singleton_key
            AND live.state IN ('created', 'retry', 'active'))
        ORDER BY coalesce(j.singleton_key, j.id::text), j.created_on DESC)`);
    return rowCount ?? 0;
  }

  async work(jobs: readonly Job[], concurrency: number): Promise<void> {
    this.#jobs = jobs;
    this.#concurrency = concurrency;
    await this.#look();
    this.#timer = setInterval(() => {
      this.#look().catch((error) => this.log.warn({ err: error }, 'could not look for jobs'));
    }, this.lookMs);
  }

  async ready(): Promise<boolean> {
    return (await this.boss.schemaVersion()) !== null;
  }

  async stop(drainMs = 20_000): Promise<void> {
    clearInterval(this.#timer);
    this.#leaving.abort();
    await this.boss.stop({ graceful: true, timeout: drainMs, close: true });
  }

  /** Follows pauses, and wakes the workers of whatever is due. */
  async #look(): Promise<void> {
    const names = this.#jobs.map(({ name }) => name);
    const { rows } = await this.db.execute<{ name: string; paused: boolean; due: boolean }>(sql`
      SELECT name, coalesce(paused, false) AS paused, EXISTS (
        SELECT FROM pgboss.job j
        WHERE j.name = mine.name AND j.state < 'active' AND NOT j.blocked AND j.start_after <= now()) AS due
      FROM unnest(${`{${names.join(',')}}`}::text[]) AS mine (name) LEFT JOIN queue_controls USING (name)`);
    const states = new Map(rows.map((row) => [row.name, row]));
    for (const job of this.#jobs) {
      const { paused, due } = states.get(job.name)!;
      const workers = this.#workers.get(job.name);
      if (paused && workers) {
        this.#workers.delete(job.name);
        await this.boss.offWork(job.name, { wait: false });
      } else if (!paused && !workers) await this.#register(job);
      else if (due) for (const worker of workers ?? []) this.boss.notifyWorker(worker);
    }
  }

  /** Workers one by one, each of which looks for the next job as soon as it has done one. */
  async #register(job: Job): Promise<void> {
    const options = {
      batchSize: 1,
      pollingIntervalSeconds: ALONE_SECONDS,
      notifyPollingIntervalSeconds: ALONE_SECONDS,
      priority: true,
    };
    const workers: string[] = [];
    this.#workers.set(job.name, workers);
    for (let i = 0; i < this.#concurrency; i++) {
      // The first job may be done before its worker is known by name.
      let worker = '';
      worker = await this.boss.work(job.name, options, async ([taken]) => {
        await this.#run(job, taken).finally(() => this.boss.notifyWorker(worker));
      });
      workers.push(worker);
    }
  }

  async #run(job: Job, taken: TakenJob): Promise<void> {
    const attempt = taken.retryCount;
    const run: JobRun = {
      id: taken.id,
      attempt,
      lastAttempt: attempt >= (job.options.retryLimit ?? 3),
      signal: taken.signal,
      leaving: this.#leaving.signal,
      assertOwned: (tx) => assertOwned(tx, job.name, taken.id, attempt),
    };
    const began = performance.now();
    const note = (outcome: 'done' | 'failed') => {
      this.metrics?.count('soundcheck_jobs_total', { job: job.name, outcome });
      const ms = performance.now() - began;
      this.metrics?.observe('soundcheck_job_seconds', { job: job.name }, ms / 1000);
      const attributes = { 'messaging.message.id': taken.id, 'soundcheck.attempt': attempt };
      this.traces?.record({ name: job.name, kind: 'consumer', ms, attributes, failed: outcome === 'failed' });
    };
    try {
      await job.run(job.payload.parse(taken.data), run);
      note('done');
    } catch (error) {
      note('failed');
      this.log.warn({ err: error, job: job.name, jobId: taken.id, attempt }, 'job failed');
      throw tellQueue(error);
    }
  }
}

type TakenJob = Parameters<WorkHandler<unknown>>[0][number];

/**
 * What the queue keeps of a failure, in a table that no erasure reaches: the words alone, as in the log. A failed
 * statement's error carries its values, which may be a name or a number.
 */
function tellQueue(error: unknown): Error {
  const { type = 'Error', message = 'It failed.' } = describeError(error) as {
    type?: string;
    message?: string;
  };
  const told = new Error(message);
  told.name = type;
  told.stack = undefined;
  return told;
}

export async function assertOwned(tx: Tx, name: string, id: string, attempt: number): Promise<void> {
  const { rows } = await tx.execute(sql`
    SELECT 1 FROM pgboss.job
    WHERE name = ${name} AND id = ${id}::uuid AND state = 'active' AND retry_count = ${attempt}
    FOR UPDATE`);
  if (rows.length === 0) throw new LostJobError(name);
}

/** Another run has taken the job: whatever this one found out is thrown away. */
export class LostJobError extends Error {
  override name = 'LostJobError';
  constructor(job: string) {
    super(`This run no longer owns its ${job} job.`);
  }
}

/** Any fixed number; ours alone in this database. */
const LOCK = 7_362_918;

/** Creates the queue's own tables, once a database. Of several who start at once on an empty one, one makes them. */
export async function installQueue(pool: pg.Pool, url: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    await makeTables(url);
    await client.query('COMMIT');
  } finally {
    // Closed rather than given back: the lock goes with it, however this ended.
    client.release(true);
  }
}

async function makeTables(url: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: url,
    schema: QUEUE_SCHEMA,
    max: 1,
    supervise: false,
    schedule: false,
  });
  await boss.start();
  await boss.stop({ graceful: false, close: true });
}
