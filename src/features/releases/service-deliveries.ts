/**
 * Sends packages to the distributor. One batch of a release is under way at a time; what staff press is a row and a job,
 * the job writes the batch, and what the distributor answers is written down and told to the artist.
 */
import { and, eq, inArray } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { addNotice } from '#features/notices/service.ts';
import { findStandingOrder } from '#features/orders/queries.ts';
import { moveStores } from '#features/orders/service.ts';
import { recordAudit } from '#platform/audit.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError, sqlState } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import type { JobRun } from '#platform/jobs/job.ts';
import type { ZipEntry } from '#platform/zip.ts';
import type { Deliveries } from './contract-deliveries.ts';
import { DELIVERY_WORDS, PACKAGE_WORDS } from './copy.ts';
import { DELIVER_JOB } from './job-names.ts';
import type { DeliveryKind, DeliveryState } from './limits.ts';
import { listDeliveries, presentRelease, type Released, readRow } from './queries.ts';
import { problemsOf } from './rules.ts';
import { mayMove, refuseDelivery } from './rules-delivery.ts';
import { batchName } from './rules-package.ts';
import { composeBatch, type PackageDeps } from './service-package.ts';
import { describeReleased, findPhone } from './service-subject.ts';
import { type DeliveryRow, type ReleaseRow, releaseDeliveries, releases } from './table.ts';

type DeliverDeps = PackageDeps & Pick<Deps, 'queue' | 'delivery' | 'tokens'>;

export async function presentDeliveries(deps: DeliverDeps, released: Released): Promise<Deliveries> {
  const release = await presentRelease(deps, released);
  const row = await readRow(deps.db, released);
  const rows = row ? await listDeliveries(deps.db, row.id) : [];
  return {
    state: release.package.state,
    problems: problemsOf(release.checks).map(({ problem }) => problem!),
    deliveries: rows.map(({ id, kind, batch, state, reason, sentAt }) => {
      return { id, kind, batch, state, reason, sentAt: sentAt.toISOString() };
    }),
  };
}

const UNDER_WAY = 'Another batch of this release is under way.';

export async function beginDelivery(
  deps: DeliverDeps,
  released: Released,
  kind: DeliveryKind,
  actor: StaffIdentity,
): Promise<Deliveries> {
  if (!released.isPaid) throw new AppError('payment_required', 'Distribution of this has not been paid.');
  const release = await presentRelease(deps, released);
  const refusal = refuseDelivery(kind, release.package.state);
  if (refusal) throw new AppError('conflict', refusal);
  const [first] = problemsOf(release.checks);
  if (first) throw new AppError('conflict', `This release is not whole: ${first.problem}`);
  const row = (await readRow(deps.db, released))!;
  const now = deps.clock.now();
  try {
    await deps.db.transaction(async (tx) => {
      const [sent] = await tx
        .insert(releaseDeliveries)
        .values({
          ...{ releaseId: row.id, kind, batch: batchName(now) },
          ...{ state: 'sending', sentAt: now, changedAt: now },
        })
        .returning({ id: releaseDeliveries.id });
      await deps.queue.enqueue(tx, DELIVER_JOB, { deliveryId: sent.id });
      await noteDeed(tx, now, actor, 'release.deliver', row, { kind });
    });
  } catch (error) {
    if (sqlState(error) === '23505') throw new AppError('conflict', UNDER_WAY);
    throw error;
  }
  return presentDeliveries(deps, released);
}

/** The job: safe to run twice, as a batch of the same name replaces the one before. */
export async function sendBatch(deps: DeliverDeps, deliveryId: number, run: JobRun): Promise<void> {
  const found = await findDelivery(deps, deliveryId);
  if (found?.delivery.state !== 'sending') return;
  const { delivery, release } = found;
  const released = await describeReleased(deps, release);
  try {
    const { batch, files } = await composeBatch(deps, released, delivery.kind, delivery.sentAt);
    await deps.delivery.deliver(
      batch,
      files.map((file) => ({ path: file.name, open: () => openEntry(file) })),
    );
  } catch (error) {
    // What is missing now will be missing at the next try.
    const isOver = run.lastAttempt || (error instanceof AppError && error.code === 'conflict');
    if (!isOver) throw error;
    deps.log.error({ err: error, deliveryId }, 'a batch could not be sent');
    const reason = error instanceof AppError ? error.message : 'It could not be put into the folder.';
    await deps.db.transaction((tx) => writeState(deps, tx, found, 'refused', reason, ['sending']));
    return;
  }
  try {
    await deps.db.transaction(async (tx) => {
      await run.assertOwned(tx);
      await writeState(deps, tx, found, 'sent', null, ['sending']);
    });
  } catch (error) {
    // Taken back while it was written: then it must not lie there.
    if ((await findDelivery(deps, deliveryId))?.delivery.state !== 'withdrawn') throw error;
    await deps.delivery.withdraw(delivery.batch);
  }
}

async function* openEntry(file: ZipEntry): AsyncGenerator<Uint8Array> {
  if ('read' in file) yield await file.read();
  else yield* file.stream();
}

interface Answer {
  state: 'accepted' | 'live' | 'refused';
  reason?: string;
}

export async function moveDelivery(
  deps: DeliverDeps,
  id: number,
  { state, reason }: Answer,
  actor: StaffIdentity,
): Promise<Deliveries> {
  const found = await requireDelivery(deps, id);
  if (state === 'refused' && !reason) throw new AppError('invalid', 'Say why it was refused.');
  await deps.db.transaction(async (tx) => {
    const from = (['sent', 'accepted'] as const).filter((each) => mayMove(each, state));
    await writeState(deps, tx, found, state, state === 'refused' ? reason! : null, from);
    await noteDeed(tx, deps.clock.now(), actor, 'release.answer', found.release, { state });
  });
  return presentDeliveries(deps, await describeReleased(deps, found.release));
}

/** Undoes a click: only while the batch is still in the folder, or on its way there. */
export async function withdrawDelivery(
  deps: DeliverDeps,
  id: number,
  actor: StaffIdentity,
): Promise<Deliveries> {
  const found = await requireDelivery(deps, id);
  const { delivery, release } = found;
  if (delivery.state !== 'sending' && delivery.state !== 'sent')
    throw new AppError('conflict', 'The distributor has answered. Send a takedown instead.');
  await deps.db.transaction(async (tx) => {
    await writeState(deps, tx, found, 'withdrawn', null, ['sending', 'sent']);
    await noteDeed(tx, deps.clock.now(), actor, 'release.withdraw', release);
    // Last: what cannot be rolled back happens when nothing else can fail.
    const wasThere = await deps.delivery.withdraw(delivery.batch);
    if (delivery.state === 'sent' && !wasThere)
      throw new AppError('conflict', 'The distributor has fetched this batch. Send a takedown instead.');
  });
  return presentDeliveries(deps, await describeReleased(deps, release));
}

interface Found {
  delivery: DeliveryRow;
  release: ReleaseRow;
}

async function findDelivery({ db }: Pick<Deps, 'db'>, id: number): Promise<Found | undefined> {
  const [found] = await db
    .select({ delivery: releaseDeliveries, release: releases })
    .from(releaseDeliveries)
    .innerJoin(releases, eq(releases.id, releaseDeliveries.releaseId))
    .where(eq(releaseDeliveries.id, id));
  return found;
}

async function requireDelivery(deps: Pick<Deps, 'db'>, id: number): Promise<Found> {
  const found = await findDelivery(deps, id);
  if (!found) throw new AppError('not_found', 'There is no such delivery.');
  return found;
}

/** With the stores of its order, and the news to its artist. */
async function writeState(
  deps: DeliverDeps,
  tx: Tx,
  { delivery, release }: Found,
  state: DeliveryState,
  reason: string | null,
  from: readonly DeliveryState[],
): Promise<void> {
  const now = deps.clock.now();
  const [row] = await tx
    .update(releaseDeliveries)
    .set({ state, reason, changedAt: now })
    .where(and(eq(releaseDeliveries.id, delivery.id), inArray(releaseDeliveries.state, [...from])))
    .returning();
  if (!row) throw new AppError('conflict', 'Somebody else has moved this delivery meanwhile.');
  const order =
    release.submissionId === null ? null : await findStandingOrder(tx, release.submissionId, 'distribution');
  if (order && delivery.kind === 'release') {
    if (state === 'sent') await moveStores(deps, tx, order.id, 'planned', 'sent');
    if (state === 'withdrawn' || state === 'refused') await moveStores(deps, tx, order.id, 'sent', 'planned');
  }
  if (state !== 'withdrawn') await tellArtist(deps, tx, row, release);
}

async function tellArtist(
  deps: DeliverDeps,
  tx: Tx,
  { id, kind, state, reason }: DeliveryRow,
  { submissionId, albumId, draft }: ReleaseRow,
): Promise<void> {
  const isTrack = submissionId !== null;
  const words = state === 'withdrawn' ? '' : PACKAGE_WORDS[state].toLowerCase();
  await addNotice(deps, tx, {
    kind: 'order',
    key: `delivery:${id}:${state}`,
    about: isTrack ? { submissionId } : { albumId: albumId! },
    phone: await findPhone(tx, { submissionId, albumId }),
    title: `${DELIVERY_WORDS[kind]} of ${draft.title}: ${words}`,
    body: reason ?? 'How far it is stands on the page of the release.',
    path: `/release/${isTrack ? 'track' : 'album'}/${submissionId ?? albumId}`,
  });
}

const noteDeed = (
  tx: Tx,
  at: Date,
  actor: StaffIdentity,
  action: `release.${string}`,
  { submissionId, albumId }: ReleaseRow,
  detail?: Record<string, string>,
) => {
  const subject = { type: submissionId === null ? 'album' : 'submission', id: (submissionId ?? albumId)! };
  return recordAudit(tx, { at, actor, action, subject, ...(detail ? { detail } : {}) });
};
