/** Reads of recordings: what was measured, and where a run stands in line. */
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { ENGINE_VERSION } from '#audio/measure.ts';
import type { Deps } from '#deps.ts';
import { recordingRuns, recordings } from './table.ts';

/** A recording as the present engine measured it; null when it has not yet. */
export async function findMeasured({ db }: Pick<Deps, 'db'>, audioSha256: string) {
  const [row] = await db
    .select()
    .from(recordings)
    .where(and(eq(recordings.audioSha256, audioSha256), eq(recordings.engineVersion, ENGINE_VERSION)));
  return row?.measures ? { ...row, measures: row.measures, engineVersion: ENGINE_VERSION } : null;
}

/** Recordings that will be measured before this one. */
export async function countAhead({ db }: Pick<Deps, 'db'>, audioSha256: string): Promise<number> {
  const { rows } = await db.execute<{ ahead: number }>(sql`
    SELECT (
      (SELECT count(*) FROM recording_runs r WHERE r.stage IN ('listening', 'analyzing', 'transcribing')
        AND r.audio_sha256 <> mine.audio_sha256)
      + coalesce((SELECT sum(waiting) FROM waiting_runs w WHERE w.priority > mine.priority
        OR w.priority = mine.priority AND w.minute < date_trunc('minute', mine.queued_at)), 0)
      + (SELECT count(*) FROM recording_runs o WHERE o.stage = 'queued' AND o.stage NOT IN ('done', 'failed')
        AND o.priority = mine.priority AND o.queued_at >= date_trunc('minute', mine.queued_at)
        AND (o.queued_at, o.audio_sha256) < (mine.queued_at, mine.audio_sha256)))::int AS ahead
    FROM recording_runs mine WHERE mine.audio_sha256 = ${audioSha256}`);
  return rows[0]?.ahead ?? 0;
}

/** Mean seconds of the last twenty runs that came to their end. */
export async function recentSeconds({ db }: Pick<Deps, 'db'>): Promise<number | null> {
  const { finishedAt, startedAt, stage } = recordingRuns;
  const recent = db
    .select({ seconds: sql<number>`extract(epoch FROM ${finishedAt} - ${startedAt})`.as('seconds') })
    .from(recordingRuns)
    .where(and(isNotNull(finishedAt), eq(stage, 'done')))
    .orderBy(desc(finishedAt))
    .limit(20)
    .as('recent');
  const [row] = await db.select({ mean: sql<number | null>`avg(${recent.seconds})::float8` }).from(recent);
  return row?.mean ?? null;
}
