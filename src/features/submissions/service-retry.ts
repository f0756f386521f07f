/** Puts a submission in line again: for its artist after a failure, for staff whenever it has no result. */
import { and, eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { PRIORITY } from '#features/recordings/rules-run.ts';
import { requestMeasuring } from '#features/recordings/service-run.ts';
import { recordAudit } from '#platform/audit.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import { notFound } from './queries.ts';
import { submissions } from './table.ts';

type RetryDeps = Pick<Deps, 'queue' | 'clock'>;

/** Another try after a failure. `actor`: the member of staff who asks for it, or null for the artist. */
export async function retrySubmission(
  deps: RetryDeps & Pick<Deps, 'db'>,
  id: number,
  actor: StaffIdentity | null,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [row] = await tx.select().from(submissions).where(eq(submissions.id, id));
    if (!row) throw notFound();
    if (row.state !== 'failed') throw new AppError('conflict', 'This track is not waiting for a retry.');
    await requestMeasuring(deps, tx, row.audioSha256, PRIORITY.normal);
    await clearFailure(tx, id);
    const subject = { type: 'submission', id };
    if (actor) await recordAudit(tx, { at: deps.clock.now(), actor, action: 'submission.retry', subject });
  });
}

export type Requeued = 'queued' | 'in line' | 'analyzed' | 'gone';

/** Safe to call twice: a job that waits or runs is left alone. */
export async function requeueSubmission(deps: RetryDeps, tx: Tx, id: number): Promise<Requeued> {
  const [row] = await tx.select().from(submissions).where(eq(submissions.id, id));
  if (!row || row.archiveId !== null) return 'gone';
  if (row.analyzed) return 'analyzed';
  const isNew = await requestMeasuring(deps, tx, row.audioSha256, PRIORITY.normal);
  if (isNew || row.state === 'failed') await clearFailure(tx, id);
  return isNew ? 'queued' : 'in line';
}

async function clearFailure(tx: Tx, id: number): Promise<void> {
  await tx
    .update(submissions)
    .set({ state: 'queued', failureCode: null, failureMessage: null })
    .where(and(eq(submissions.id, id), eq(submissions.analyzed, false)));
}
