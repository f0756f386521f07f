/** What the queues hold, and what failed last. */
import { type Db, sql } from '../db/connect.ts';

export interface QueueOverview {
  queues: {
    name: string;
    paused: boolean;
    waiting: number;
    active: number;
    failed: number;
    completed: number;
  }[];
  failures: { id: string; name: string; failedAt: string | null; tries: number; error: string }[];
}

type RawQueue = QueueOverview['queues'][number] & Record<string, unknown>;

interface RawFailure extends Record<string, unknown> {
  id: string;
  name: string;
  completed_on: Date | string | null;
  retry_count: number;
  output: { message?: string } | null;
}

export async function readQueues(db: Db): Promise<QueueOverview> {
  const queues = await db.execute<RawQueue>(sql`
    SELECT q.name, coalesce(c.paused, false) AS paused,
      count(j.id) FILTER (WHERE j.state IN ('created', 'retry'))::int AS waiting,
      count(j.id) FILTER (WHERE j.state = 'active')::int AS active,
      count(j.id) FILTER (WHERE j.state = 'failed')::int AS failed,
      count(j.id) FILTER (WHERE j.state = 'completed')::int AS completed
    FROM pgboss.queue q LEFT JOIN pgboss.job j ON j.name = q.name LEFT JOIN queue_controls c ON c.name = q.name
    WHERE q.name NOT LIKE '\\_\\_pgboss%' GROUP BY q.name, c.paused ORDER BY q.name`);
  const failures = await db.execute<RawFailure>(sql`
    SELECT id, name, completed_on, retry_count, output FROM pgboss.job WHERE state = 'failed'
    ORDER BY completed_on DESC NULLS LAST LIMIT 50`);
  return {
    queues: queues.rows,
    failures: failures.rows.map((row) => ({
      id: row.id,
      name: row.name,
      failedAt: row.completed_on ? new Date(row.completed_on).toISOString() : null,
      tries: row.retry_count + 1,
      error: String(row.output?.message ?? 'No reason was kept.').slice(0, 500),
    })),
  };
}

/** For /metrics: jobs by queue and state, and how long the oldest that could run has waited. */
export const QUEUE_GAUGES = sql`
  SELECT 'soundcheck_queue_jobs' AS name, jsonb_build_object('queue', name, 'state', state) AS labels, count(*)::float AS value
  FROM pgboss.job WHERE state IN ('created', 'retry', 'active', 'failed') GROUP BY name, state
  UNION ALL
  SELECT 'soundcheck_queue_oldest_seconds', jsonb_build_object('queue', q.name),
    coalesce(extract(epoch FROM now() - min(greatest(j.created_on, j.start_after)))::float, 0)
  FROM pgboss.queue q LEFT JOIN pgboss.job j
    ON j.name = q.name AND j.state IN ('created', 'retry') AND j.start_after <= now()
  WHERE q.name NOT LIKE '\\_\\_pgboss%' GROUP BY q.name`;
