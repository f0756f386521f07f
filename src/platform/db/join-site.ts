/**
 * Processes of one site agree before another joins them: one secret, one campaign, one clock. Two secrets would refuse each
 * other's sessions; a stale campaign would write its own end date and thaw final standings.
 */
import { and, eq, lt, ne, sql } from 'drizzle-orm';
import { StartError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Db } from './connect.ts';
import { processes } from './table.ts';

/** What a process believes. */
export type Belief = Pick<
  typeof processes.$inferInsert,
  'role' | 'engineVersion' | 'campaignSha256' | 'secretDigest'
>;

const SEEN_EVERY_MS = 10_000;
const GONE_AFTER = sql`interval '1 minute'`;
/** Any fixed number; ours alone in this database. */
const LOCK = 7_362_916;

const SKEW_NOTED_MS = 2000;
const SKEW_REFUSED_MS = 60_000;

interface JoinOptions {
  log: Log;
  now: Date;
  /** Whether the campaign file may differ from that of the processes that run. */
  replacesCampaign: boolean;
}

/** Throws StartError when this process cannot run beside the others. Answers with how to leave. */
export async function joinSite(db: Db, belief: Belief, options: JoinOptions): Promise<() => Promise<void>> {
  const id = await db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${LOCK})`);
    await tx.delete(processes).where(lt(processes.seenAt, sql`now() - ${GONE_AFTER}`));
    const others = await tx.select().from(processes);
    const { rows } = await tx.execute<{ skew: number }>(
      sql`SELECT extract(epoch FROM ${options.now.toISOString()}::timestamptz - clock_timestamp())::float * 1000 AS skew`,
    );
    const { refusal, warnings } = compareBeliefs(belief, others, rows[0].skew, options.replacesCampaign);
    if (refusal) throw new StartError(refusal);
    for (const warning of warnings) options.log.warn(warning);
    const [own] = await tx.insert(processes).values(belief).returning({ id: processes.id });
    return own.id;
  });
  const timer = setInterval(() => {
    db.update(processes)
      .set({ seenAt: sql`now()` })
      .where(eq(processes.id, id))
      .catch(() => {}); // A lost database is told of elsewhere.
  }, SEEN_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await db.delete(processes).where(eq(processes.id, id));
  };
}

/** How many run at present, or stopped less than a minute ago without leaving. */
export async function countProcesses(db: Db): Promise<number> {
  return db.$count(processes, sql`${processes.seenAt} > now() - ${GONE_AFTER}`);
}

export function compareBeliefs(
  own: Belief,
  others: readonly Belief[],
  skewMs: number,
  replacesCampaign: boolean,
): { refusal: string | null; warnings: string[] } {
  const differing = (fact: keyof Belief) => others.filter((other) => other[fact] !== own[fact]).length;
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  const refuse = (refusal: string) => ({ refusal, warnings: [] });
  if (differing('secretDigest') > 0)
    return refuse(
      'Another process of this site runs with another APP_SECRET: each would refuse the sessions and links of the other.',
    );
  if (differing('campaignSha256') > 0 && !replacesCampaign)
    return refuse(
      'Another process of this site runs with another campaign file. Give both the same, or set CAMPAIGN_REPLACES=true for the processes that bring the new one.',
    );
  if (Math.abs(skewMs) > SKEW_REFUSED_MS)
    return refuse(
      `The clock of this machine is ${seconds} s away from the database’s: every timer would be wrong.`,
    );
  const warnings: string[] = [];
  if (Math.abs(skewMs) > SKEW_NOTED_MS) warnings.push(`the clock is ${seconds} s away from the database's`);
  if (differing('engineVersion') > 0)
    warnings.push('another process runs another engine: only the newest renews analyses');
  return { refusal: null, warnings };
}

/** Whether no running process has a newer engine: an older one must not undo what that made. */
export async function hasNewestEngine(db: Db, engineVersion: string): Promise<boolean> {
  const others = await db
    .select({ engineVersion: processes.engineVersion })
    .from(processes)
    .where(and(ne(processes.engineVersion, engineVersion), sql`${processes.seenAt} > now() - ${GONE_AFTER}`));
  return others.every((other) => compareVersions(engineVersion, other.engineVersion) > 0);
}

/** By their numbers: 1.10 comes after 1.9. */
export function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
