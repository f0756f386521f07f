/**
 * A selection waits ten minutes, in which it can be recalled. Until then nothing about the album has changed: its artist
 * sees neither letter nor offer, and cannot pay for one.
 */
import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { admins } from '#features/accounts/table.ts';
import { RECALL_SECONDS } from '#features/follow-ups/limits.ts';
import { recordAudit, type StaffActor } from '#platform/audit.ts';
import { AppError } from '#platform/errors.ts';
import { SELECTION_JOB } from './job-names.ts';
import { type FollowupDeps, findSelectable, sendFollowup } from './service-followup.ts';
import { albumSelections } from './table.ts';

/** Returns until when it can be recalled. One that could not be sent is put in its place again. */
export async function planSelection(
  deps: Pick<Deps, 'db' | 'clock' | 'queue'>,
  { albumId, letter }: { albumId: number; letter: string },
  actor: StaffActor,
): Promise<Date> {
  await findSelectable(deps, albumId);
  return deps.db.transaction(async (tx) => {
    const askedAt = deps.clock.now();
    const sendsAt = new Date(askedAt.getTime() + RECALL_SECONDS * 1000);
    await tx
      .delete(albumSelections)
      .where(and(eq(albumSelections.albumId, albumId), isNotNull(albumSelections.failure)));
    const [planned] = await tx
      .insert(albumSelections)
      .values({ albumId, letter, askedBy: actor.id, askedAt, sendsAt })
      .onConflictDoNothing()
      .returning({ selectionId: albumSelections.id });
    if (!planned) throw new AppError('conflict', 'The follow-up is on its way already.');
    const subject = { type: 'album', id: albumId };
    await recordAudit(tx, { at: askedAt, actor, action: 'album.plan-selection', subject });
    await deps.queue.enqueue(tx, SELECTION_JOB, planned, { startAfterSeconds: RECALL_SECONDS });
    return sendsAt;
  });
}

export async function recallSelection(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  albumId: number,
  actor: StaffActor,
): Promise<void> {
  await db.transaction(async (tx) => {
    const now = clock.now();
    const [recalled] = await tx
      .delete(albumSelections)
      .where(and(eq(albumSelections.albumId, albumId), gt(albumSelections.sendsAt, now)))
      .returning();
    if (!recalled)
      throw new AppError('conflict', 'There is nothing to recall: it was sent, or recalled already.');
    const subject = { type: 'album', id: albumId };
    await recordAudit(tx, { at: now, actor, action: 'album.recall-selection', subject });
  });
}

/** Safe to run twice: one that was sent or recalled is gone. What our rules refuse is kept for staff to see. */
export async function deliverSelection(deps: FollowupDeps, selectionId: number): Promise<void> {
  const [found] = await deps.db
    .select({ plan: albumSelections, actor: { id: admins.id, name: admins.name } })
    .from(albumSelections)
    .innerJoin(admins, eq(admins.id, albumSelections.askedBy))
    .where(and(eq(albumSelections.id, selectionId), isNull(albumSelections.failure)));
  if (!found) return;
  const { plan, actor } = found;
  if (plan.sendsAt > deps.clock.now()) throw new Error('This selection may still be recalled.');
  try {
    await sendFollowup(deps, plan, actor);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { failure: _, id: __, ...asked } = plan;
    await deps.db
      .insert(albumSelections)
      .values({ ...asked, failure: error.message })
      .onConflictDoUpdate({ target: albumSelections.albumId, set: { failure: error.message } });
  }
}
