/** How the site stands now: this process, and the figures of the database that all of them share. */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { Deps, Role } from '#deps.ts';
import { type Db, sql } from '#platform/db/connect.ts';
import { LANES } from '#platform/db/lanes.ts';
import { QUEUE_GAUGES } from '#platform/jobs/read-queues.ts';
import type { GaugeName, Sample } from '#platform/metrics.ts';

/** However often it is asked for, in milliseconds. */
const FRESH_MS = 10_000;
/** Votes looked at from the newest on; a minute that has more shows so many. */
const VOTES_LOOKED_AT = 100_000;

type GaugeDeps = Pick<Deps, 'db' | 'lanes' | 'pulse' | 'voteInbox'>;

export function createGauges(deps: GaugeDeps, role: Role): () => Promise<Sample[]> {
  const lag = monitorEventLoopDelay({ resolution: 20 });
  lag.enable();
  let read: { at: number; shared: Promise<Sample[]> } | undefined;
  return async () => {
    const isUp = !deps.pulse.isLost();
    if (isUp && (!read || Date.now() - read.at > FRESH_MS)) read = { at: Date.now(), shared: readAll(deps) };
    // A statement that fails now is worth a gap in the figures, not the loss of all others.
    const shared = isUp ? await read!.shared.catch(() => []) : [];
    return [
      ...readProcess(lag, role),
      { name: 'soundcheck_database_up', value: isUp ? 1 : 0 },
      { name: 'soundcheck_vote_inbox_up', value: isUp && deps.voteInbox.isReachable() ? 1 : 0 },
      ...LANES.flatMap((lane): Sample[] => {
        const { used, waiting } = deps.lanes.gauge(lane);
        return [
          { name: 'soundcheck_pool_used', labels: { lane }, value: used },
          { name: 'soundcheck_pool_waiting', labels: { lane }, value: waiting },
        ];
      }),
      ...shared,
    ];
  };
}

function readProcess(lag: IntervalHistogram, role: Role): Sample[] {
  const { user, system } = process.cpuUsage();
  const late = lag.count > 0 ? lag.percentile(99) / 1e9 : 0;
  lag.reset();
  return [
    { name: 'soundcheck_info', labels: { role }, value: 1 },
    { name: 'process_resident_memory_bytes', value: process.memoryUsage.rss() },
    { name: 'process_cpu_seconds', value: (user + system) / 1e6 },
    { name: 'process_start_time_seconds', value: Math.round(Date.now() / 1000 - process.uptime()) },
    { name: 'nodejs_eventloop_lag_p99_seconds', value: late },
  ];
}

interface Row extends Record<string, unknown> {
  name: GaugeName;
  labels: Record<string, string>;
  value: number;
}

/** An inbox that is away is a gap in the figures too. */
async function readAll({ db, voteInbox }: GaugeDeps): Promise<Sample[]> {
  const [inbox, shared] = await Promise.all([voteInbox.measure().catch(() => null), readShared(db)]);
  if (!inbox) return shared;
  return [
    { name: 'soundcheck_votes_uncounted', value: inbox.waiting },
    { name: 'soundcheck_votes_uncounted_seconds', value: inbox.seconds },
    ...shared,
  ];
}

/** One statement: the figures belong together. */
async function readShared(db: Db): Promise<Sample[]> {
  const { rows } = await db.execute<Row>(sql`
    ${QUEUE_GAUGES}
    UNION ALL
    SELECT 'soundcheck_votes_last_minute', jsonb_build_object('kind', kind, 'state', state), count(*)
    FROM (SELECT kind, state, created_at FROM votes ORDER BY id DESC LIMIT ${VOTES_LOOKED_AT}) v
    WHERE created_at > now() - interval '1 minute' GROUP BY kind, state
    UNION ALL
    SELECT 'soundcheck_votes_held', '{}', count(*) FROM votes WHERE state = 'held'
    UNION ALL
    SELECT 'soundcheck_ledger_waiting', '{}', count(*) FROM ledger_outbox
    UNION ALL
    SELECT 'soundcheck_processes', jsonb_build_object('role', role), count(*) FROM processes
    WHERE seen_at > now() - interval '1 minute' GROUP BY role
    UNION ALL
    SELECT figure.* FROM (
      SELECT * FROM reconciliation_runs WHERE finished_at IS NOT NULL ORDER BY id DESC LIMIT 1) run,
      LATERAL (VALUES
        ('soundcheck_money_checked_timestamp_seconds', '{}'::jsonb, extract(epoch FROM run.finished_at)::float),
        ('soundcheck_money_findings', '{"kind": "unknown"}', run.unknown),
        ('soundcheck_money_findings', '{"kind": "failed"}', run.failed)) figure`);
  return rows;
}
