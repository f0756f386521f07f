/**
 * Covers for many albums, one after the other, on the server. Each run makes one cover and puts the next in line, so a
 * batch of any size goes on after a restart and stops between two albums when asked to.
 */
import { and, asc, desc, eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#platform/audit.ts';
import type { DbOrTx } from '#platform/db/connect.ts';
import { AppError, sqlState } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import type { JobRun } from '#platform/jobs/job.ts';
import type { AlbumFilter, Batch } from './contract-staff.ts';
import { BATCH_JOB } from './job-names.ts';
import { countListed, listIds } from './queries-list.ts';
import { BATCH_PAUSE_SECONDS } from './rules.ts';
import { type CoverDeps, ensureCover } from './service-covers.ts';
import { albumBatches, albumBatchItems, albums } from './table.ts';

type BatchDeps = CoverDeps & Pick<Deps, 'queue'>;

export async function startBatch(
  deps: BatchDeps,
  wanted: { count: number; search: string; filter: AlbumFilter },
  actor: StaffIdentity,
): Promise<Batch> {
  const { phone: most } = await countListed(deps, wanted);
  if (wanted.count > most)
    throw new AppError('invalid', `Please enter a number between 1 and ${most}`, {
      fields: { count: `Please enter a number between 1 and ${most}` },
    });
  const ids = await listIds(deps, { ...wanted, each: 'phone' }, { limit: wanted.count });
  const now = deps.clock.now();
  try {
    const batchId = await deps.db.transaction(async (tx) => {
      const [batch] = await tx
        .insert(albumBatches)
        .values({ startedBy: actor.name, startedAt: now })
        .returning({ id: albumBatches.id });
      const items = ids.map((albumId, index) => ({ batchId: batch.id, position: index + 1, albumId }));
      await tx.insert(albumBatchItems).values(items);
      await recordAudit(tx, {
        at: now,
        actor,
        action: 'albums.publish-batch',
        subject: { type: 'album-batch', id: batch.id },
        detail: { albums: ids.length },
      });
      await deps.queue.enqueue(tx, BATCH_JOB, { batchId: batch.id });
      return batch.id;
    });
    return await readBatch(deps.db, batchId);
  } catch (error) {
    if (sqlState(error) === '23505') throw new AppError('conflict', 'A batch is running already.');
    throw error;
  }
}

export async function cancelBatch(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  batchId: number,
  actor: StaffIdentity,
): Promise<Batch> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const stopped = await tx
      .update(albumBatches)
      .set({ state: 'cancelled', finishedAt: now })
      .where(and(eq(albumBatches.id, batchId), eq(albumBatches.state, 'running')))
      .returning({ id: albumBatches.id });
    if (stopped.length === 0) return;
    await recordAudit(tx, {
      at: now,
      actor,
      action: 'albums.cancel-batch',
      subject: { type: 'album-batch', id: batchId },
    });
  });
  return readBatch(db, batchId);
}

/** One album of the batch. A cover that cannot be made is counted, with the reason, and the next album comes. */
export async function publishNext(deps: BatchDeps, batchId: number, run: JobRun): Promise<void> {
  const [batch] = await deps.db.select().from(albumBatches).where(eq(albumBatches.id, batchId));
  if (batch?.state !== 'running') return;
  const [item] = await deps.db
    .select()
    .from(albumBatchItems)
    .where(and(eq(albumBatchItems.batchId, batchId), eq(albumBatchItems.state, 'waiting')))
    .orderBy(asc(albumBatchItems.position))
    .limit(1);
  const outcome = item ? await tryCover(deps, item.albumId) : null;
  await deps.db.transaction(async (tx) => {
    await run.assertOwned(tx);
    if (item && outcome)
      await tx
        .update(albumBatchItems)
        .set(outcome)
        .where(and(eq(albumBatchItems.batchId, batchId), eq(albumBatchItems.position, item.position)));
    const rest = await tx
      .select({ position: albumBatchItems.position })
      .from(albumBatchItems)
      .where(and(eq(albumBatchItems.batchId, batchId), eq(albumBatchItems.state, 'waiting')))
      .limit(1);
    if (rest.length > 0)
      await deps.queue.enqueue(tx, BATCH_JOB, { batchId }, { startAfterSeconds: BATCH_PAUSE_SECONDS });
    else
      await tx
        .update(albumBatches)
        .set({ state: 'done', finishedAt: deps.clock.now() })
        .where(and(eq(albumBatches.id, batchId), eq(albumBatches.state, 'running')));
  });
}

async function tryCover(deps: BatchDeps, albumId: number) {
  try {
    await ensureCover(deps, albumId);
    return { state: 'done' as const, failure: null };
  } catch (error) {
    deps.log.warn({ err: error, albumId }, 'no cover for an album of a batch');
    const failure = error instanceof AppError ? error.message : 'The cover could not be drawn.';
    return { state: 'failed' as const, failure };
  }
}

export async function findLatestBatch({ db }: Pick<Deps, 'db'>): Promise<Batch | null> {
  const [row] = await db
    .select({ id: albumBatches.id })
    .from(albumBatches)
    .orderBy(desc(albumBatches.id))
    .limit(1);
  return row ? readBatch(db, row.id) : null;
}

const MOST_FAILURES = 20;

export async function readBatch(reader: DbOrTx, batchId: number): Promise<Batch> {
  const [batch] = await reader.select().from(albumBatches).where(eq(albumBatches.id, batchId));
  if (!batch) throw new AppError('not_found', 'There is no such batch.');
  const items = await reader
    .select({
      albumId: albumBatchItems.albumId,
      state: albumBatchItems.state,
      failure: albumBatchItems.failure,
      albumName: albums.albumName,
    })
    .from(albumBatchItems)
    .innerJoin(albums, eq(albums.id, albumBatchItems.albumId))
    .where(eq(albumBatchItems.batchId, batchId))
    .orderBy(asc(albumBatchItems.position));
  const failed = items.filter(({ state }) => state === 'failed');
  const handled = items.filter(({ state }) => state !== 'waiting').length;
  return {
    id: batch.id,
    state: batch.state,
    total: items.length,
    current: batch.state === 'running' ? Math.min(items.length, handled + 1) : handled,
    succeeded: handled - failed.length,
    failed: failed.length,
    failures: failed.slice(0, MOST_FAILURES).map(({ albumId, albumName, failure }) => ({
      albumId,
      albumName,
      reason: failure ?? '',
    })),
  };
}
