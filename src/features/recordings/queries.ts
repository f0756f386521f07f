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
    SELECT count(*)::int AS ahead FROM recording_runs other, recording_runs mine
    WHERE mine.audio_sha256 = ${audioSha256} AND other.audio_sha256 <> mine.audio_sha256
      AND other.stage NOT IN ('done', 'failed')
      AND (other.stage <> 'queued' OR other.priority > mine.priority
        OR (other.priority = mine.priority
          AND (other.queued_at, other.audio_sha256) < (mine.queued_at, mine.audio_sha256)))`);
  return rows[0].ahead;
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
