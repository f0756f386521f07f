/** Analysing tracks again: one of them, or a batch that a job works through step by step; paused, resumed, cancelled. */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { requeueSubmission } from '#features/submissions/service-retry.ts';
import { submissions } from '#features/submissions/table.ts';
import { recordAudit } from '#platform/audit.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import type { Batch } from './contract.ts';
import { STEP_JOB } from './job-names.ts';
import { ALL_GAP_SECONDS, BATCH_COPY, planStep } from './rules.ts';
import { processingBatches, processingItems } from './table.ts';

type BatchDeps = Pick<Deps, 'db' | 'clock' | 'queue'>;
type Kind = Batch['kind'];

export async function reprocessOne(deps: BatchDeps, actor: StaffIdentity, id: number): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const outcome = await requeueSubmission(deps, tx, id);
    if (outcome === 'gone') throw new AppError('not_found', 'Submission not found');
    if (outcome === 'analyzed') throw new AppError('conflict', 'This track is already analyzed.');
    if (outcome === 'in line') return 'This track is in line already.';
    const subject = { type: 'submission', id };
    await recordAudit(tx, { at: deps.clock.now(), actor, action: 'submission.reprocess', subject });
    return 'Reprocessing started.';
  });
}

export async function startBatch(
  deps: BatchDeps,
  actor: StaffIdentity,
  kind: Kind,
  { limit, fromBatch }: { limit?: number; fromBatch?: number } = {},
): Promise<string> {
  return deps.db.transaction(async (tx) => {
    // One start at a time, or two clicks could choose the same tracks.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(7362921)`);
    const left = await countLeft(tx, kind);
    if (kind === 'all' && left !== null) return BATCH_COPY.running(left);
    const now = deps.clock.now();
    const gapSeconds = kind === 'all' ? ALL_GAP_SECONDS : 0;
    const [batch] = await tx
      .insert(processingBatches)
      .values({ kind, gapSeconds, madeBy: actor.id, madeAt: now })
      .returning({ id: processingBatches.id });
    const chosen = await chooseTracks(tx, batch.id, kind, { limit, fromBatch });
    if (chosen === 0) {
      await tx.delete(processingBatches).where(eq(processingBatches.id, batch.id));
      return BATCH_COPY.nothing;
    }
    await deps.queue.enqueue(tx, STEP_JOB, { batchId: batch.id, position: 1 });
    const subject = { type: 'batch', id: batch.id };
    await recordAudit(tx, {
      at: now,
      actor,
      action: 'batch.start',
      subject,
      detail: { kind, tracks: chosen },
    });
    return kind === 'all' ? BATCH_COPY.apart(chosen) : BATCH_COPY.started(chosen);
  });
}

/** How many tracks an unfinished batch of this kind has left; null when there is none. */
async function countLeft(tx: Tx, kind: Kind): Promise<number | null> {
  const { rows } = await tx.execute<{ left: number }>(sql`
    SELECT (SELECT count(*)::int FROM processing_items i JOIN ${submissions} s ON s.id = i.submission_id
      WHERE i.batch_id = b.id AND i.state <> 'dropped' AND NOT s.analyzed AND s.state <> 'failed') AS left
    FROM processing_batches b WHERE b.kind = ${kind} AND b.state IN ('running', 'paused')`);
  return rows[0]?.left ?? null;
}

/** Oldest first, without those another batch has in hand. */
async function chooseTracks(
  tx: Tx,
  batchId: number,
  kind: Kind,
  { limit, fromBatch }: { limit?: number; fromBatch?: number },
): Promise<number> {
  // What failed is not pending: it runs again when somebody asks for that.
  const wanted = kind === 'retry' ? sql`s.state = 'failed'` : sql`NOT s.analyzed AND s.state <> 'failed'`;
  const of = fromBatch
    ? sql`EXISTS (SELECT 1 FROM processing_items f WHERE f.batch_id = ${fromBatch} AND f.submission_id = s.id)`
    : sql`true`;
  const { rows } = await tx.execute(sql`
    INSERT INTO processing_items (batch_id, submission_id, position)
    SELECT ${batchId}, c.id, row_number() OVER (ORDER BY c.created_at, c.id) FROM (
      SELECT s.id, s.created_at FROM ${submissions} s
      WHERE ${wanted} AND ${of} AND s.archive_id IS NULL AND NOT EXISTS (
        SELECT 1 FROM processing_items i JOIN processing_batches b ON b.id = i.batch_id
        WHERE i.submission_id = s.id AND b.state IN ('running', 'paused')
          AND (i.state = 'waiting' OR (i.state = 'sent' AND s.state <> 'failed')))
      ORDER BY s.created_at, s.id ${limit === undefined ? sql`` : sql`LIMIT ${limit}`}) c
    RETURNING submission_id`);
  return rows.length;
}

/** One step of a batch: sends the next tracks and plans another step, or finds that the batch is done. */
export async function stepBatch(deps: BatchDeps, batchId: number, position: number): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [batch] = await tx
      .select()
      .from(processingBatches)
      .where(eq(processingBatches.id, batchId))
      .for('update');
    if (batch?.state !== 'running') return;
    const next = await findNext(tx, batchId, 1);
    // The batch was paused and resumed, which began a new chain of steps: this one ends.
    if (next.length > 0 && next[0].position !== position) return;
    const { send, againInSeconds } = planStep(batch.gapSeconds, await countUnderWay(tx, batchId));
    for (const item of await findNext(tx, batchId, send)) await sendItem(deps, tx, item);
    await planNextStep(deps, tx, batchId, againInSeconds);
  });
}

function findNext(tx: Tx, batchId: number, limit: number) {
  return tx
    .select()
    .from(processingItems)
    .where(and(eq(processingItems.batchId, batchId), eq(processingItems.state, 'waiting')))
    .orderBy(asc(processingItems.position))
    .limit(limit);
}

async function countUnderWay(tx: Tx, batchId: number): Promise<number> {
  const [{ count }] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(processingItems)
    .innerJoin(submissions, eq(submissions.id, processingItems.submissionId))
    .where(
      and(
        eq(processingItems.batchId, batchId),
        eq(processingItems.state, 'sent'),
        sql`${submissions.state} IN ('queued', 'running')`,
      ),
    );
  return count;
}

type Item = typeof processingItems.$inferSelect;

async function sendItem(deps: BatchDeps, tx: Tx, { batchId, submissionId }: Item): Promise<void> {
  const outcome = await requeueSubmission(deps, tx, submissionId);
  await tx
    .update(processingItems)
    .set({ state: outcome === 'gone' ? 'dropped' : 'sent' })
    .where(and(eq(processingItems.batchId, batchId), eq(processingItems.submissionId, submissionId)));
}

async function planNextStep(deps: BatchDeps, tx: Tx, batchId: number, seconds: number): Promise<void> {
  const [next] = await findNext(tx, batchId, 1);
  if (!next && (await countUnderWay(tx, batchId)) === 0) {
    await tx
      .update(processingBatches)
      .set({ state: 'done', finishedAt: deps.clock.now() })
      .where(eq(processingBatches.id, batchId));
    return;
  }
  const payload = { batchId, position: next?.position ?? 0 };
  await deps.queue.enqueue(tx, STEP_JOB, payload, { startAfterSeconds: next ? seconds : 2 });
}

export async function controlBatch(
  deps: BatchDeps,
  actor: StaffIdentity,
  id: number,
  action: 'pause' | 'resume' | 'cancel' | 'retry',
): Promise<string> {
  if (action === 'retry') return startBatch(deps, actor, 'retry', { fromBatch: id });
  return deps.db.transaction(async (tx) => {
    const [batch] = await tx
      .select()
      .from(processingBatches)
      .where(eq(processingBatches.id, id))
      .for('update');
    if (!batch) throw new AppError('not_found', 'Run not found');
    if (batch.finishedAt) throw new AppError('conflict', 'This run is over.');
    if (action === 'cancel') await cancel(deps, tx, id);
    else await setPaused(deps, tx, batch, action === 'pause');
    const subject = { type: 'batch', id };
    await recordAudit(tx, { at: deps.clock.now(), actor, action: `batch.${action}`, subject });
    return { pause: 'Paused.', resume: 'Resumed.', cancel: 'Cancelled.' }[action];
  });
}

/** Tracks already sent are still analysed; all others are dropped. */
async function cancel(deps: BatchDeps, tx: Tx, id: number): Promise<void> {
  await tx
    .update(processingItems)
    .set({ state: 'dropped' })
    .where(and(eq(processingItems.batchId, id), eq(processingItems.state, 'waiting')));
  await tx
    .update(processingBatches)
    .set({ state: 'cancelled', finishedAt: deps.clock.now() })
    .where(eq(processingBatches.id, id));
}

async function setPaused(
  deps: BatchDeps,
  tx: Tx,
  batch: typeof processingBatches.$inferSelect,
  paused: boolean,
): Promise<void> {
  const state = paused ? 'paused' : 'running';
  if (batch.state === state) return;
  await tx.update(processingBatches).set({ state }).where(eq(processingBatches.id, batch.id));
  const [next] = paused ? [] : await findNext(tx, batch.id, 1);
  if (!paused) await deps.queue.enqueue(tx, STEP_JOB, { batchId: batch.id, position: next?.position ?? 0 });
}
