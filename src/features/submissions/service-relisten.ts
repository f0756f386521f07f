/** Puts a track in line again on behalf of staff, unless it is analysed or in line already. */
import { eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { LISTEN_JOB } from '#features/scoring/rules-lanes.ts';
import type { Tx } from '#platform/db/connect.ts';
import { enqueueListening } from './service.ts';
import { analysisRuns, submissions } from './table.ts';

export type Relistened = 'queued' | 'in line' | 'analyzed' | 'gone';

/** Asked twice, a track is still heard once: a job that waits or runs is left alone. */
export async function relisten(
  deps: Pick<Deps, 'queue' | 'clock'>,
  tx: Tx,
  submissionId: number,
): Promise<Relistened> {
  const [row] = await tx
    .select({ analyzed: submissions.analyzed, archiveId: submissions.archiveId, jobId: analysisRuns.jobId })
    .from(submissions)
    .leftJoin(analysisRuns, eq(analysisRuns.submissionId, submissions.id))
    .where(eq(submissions.id, submissionId))
    .for('update', { of: submissions });
  if (!row || row.archiveId !== null) return 'gone';
  if (row.analyzed) return 'analyzed';
  if (row.jobId && (await deps.queue.isLive(tx, LISTEN_JOB, row.jobId))) return 'in line';
  await tx
    .update(submissions)
    .set({ state: 'queued', failureCode: null, failureMessage: null })
    .where(eq(submissions.id, submissionId));
  await enqueueListening(deps, tx, submissionId, 'normal');
  return 'queued';
}
