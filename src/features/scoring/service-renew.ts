/** Puts tracks in line again that an older engine or score sheet analysed, behind everybody who waits for a first result. */
import { and, asc, eq, isNotNull, isNull, not, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { analysisRuns, submissions } from '#features/submissions/table.ts';
import { LISTEN_JOB, RENEWAL_PRIORITY } from './rules-lanes.ts';
import { isOutdated } from './service.ts';

/** Tracks a round: few enough that a new version does not fill the queue. */
const RENEWED_AT_ONCE = 50;

/** A track whose renewal failed is left alone for a day. Returns how many were put in line. */
export async function renewAnalyses({
  db,
  queue,
  clock,
}: Pick<Deps, 'db' | 'queue' | 'clock'>): Promise<number> {
  const dayAgo = new Date(clock.now().getTime() - 86_400_000);
  const rows = await db
    .select({ id: submissions.id })
    .from(submissions)
    .leftJoin(analysisRuns, eq(analysisRuns.submissionId, submissions.id))
    .where(
      and(
        eq(submissions.analyzed, true),
        isNotNull(submissions.engineVersion),
        isNull(submissions.archiveId),
        isOutdated(),
        not(
          sql`coalesce(${analysisRuns.stage} = 'failed' AND ${analysisRuns.finishedAt} > ${dayAgo.toISOString()}, false)`,
        ),
      ),
    )
    .orderBy(asc(submissions.id))
    .limit(RENEWED_AT_ONCE);
  for (const { id } of rows)
    await queue.enqueue(
      db,
      LISTEN_JOB,
      { submissionId: id },
      { priority: RENEWAL_PRIORITY, singletonKey: `renew ${id}` },
    );
  return rows.length;
}
