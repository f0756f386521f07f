/** Clearing submissions, all or one, into an archive: it can be restored for 30 days, then only purged. */
import { desc, eq, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { admins } from '#features/accounts/table.ts';
import { requireSecond } from '#features/approvals/service.ts';
import { forgetRecordings, lockRecordings, removeAudio } from '#features/recordings/service.ts';
import { listSha256s } from '#features/submissions/queries-versions.ts';
import { submissions } from '#features/submissions/table.ts';
import { recordAudit } from '#platform/audit.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import type { Archive } from './contract.ts';
import { archives } from './table.ts';

const RESTORABLE_MS = 30 * 86_400_000;

type ArchiveRow = typeof archives.$inferSelect;

export async function clearAll(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  actor: StaffIdentity,
  typedCount: number | undefined,
): Promise<{ archiveId: number; cleared: number }> {
  const { db, clock } = deps;
  const detail = { count: typedCount ?? 'all' };
  const deed = { name: 'submissions.clear', role: 'a&r', detail, actor } as const;
  const approved = await requireSecond(deps, deed);
  return db.transaction(async (tx) => {
    await approved.spend(tx);
    // No upload may slip in between counting and clearing.
    await tx.execute(sql`LOCK TABLE submissions IN SHARE ROW EXCLUSIVE MODE`);
    const [{ count }] = await tx
      .select({ count: sql<number>`count(*)::int` })
      .from(submissions)
      .where(sql`archive_id IS NULL`);
    if (count === 0) throw new AppError('conflict', 'There is nothing to clear.');
    if (typedCount !== undefined && typedCount !== count)
      throw new AppError(
        'conflict',
        `There are ${count} submissions now, not ${typedCount}. Nothing was cleared.`,
      );
    const now = clock.now();
    const restorableUntil = new Date(now.getTime() + RESTORABLE_MS);
    const [{ id }] = await tx
      .insert(archives)
      .values({ madeAt: now, madeBy: actor.id, submissions: count, restorableUntil })
      .returning({ id: archives.id });
    await tx.update(submissions).set({ archiveId: id }).where(sql`archive_id IS NULL`);
    const subject = { type: 'archive', id };
    const done = { count, ...approved.detail };
    await recordAudit(tx, { at: now, actor, action: 'submissions.clear', subject, detail: done });
    return { archiveId: id, cleared: count };
  });
}

/** One track goes the way of all of them: out of sight now, gone for good once its 30 days are over and it is purged. */
export async function archiveTrack(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: StaffIdentity,
  id: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const now = clock.now();
    const [track] = await tx
      .select({ archiveId: submissions.archiveId })
      .from(submissions)
      .where(eq(submissions.id, id))
      .for('update');
    if (!track || track.archiveId !== null) throw new AppError('not_found', 'Submission not found');
    const restorableUntil = new Date(now.getTime() + RESTORABLE_MS);
    const [archive] = await tx
      .insert(archives)
      .values({ madeAt: now, madeBy: actor.id, submissions: 1, restorableUntil })
      .returning({ id: archives.id });
    await tx.update(submissions).set({ archiveId: archive.id }).where(eq(submissions.id, id));
    const subject = { type: 'submission', id };
    const detail = { archiveId: archive.id };
    await recordAudit(tx, { at: now, actor, action: 'submission.delete', subject, detail });
  });
}

const stateOf = (row: ArchiveRow, now: Date): Archive['state'] => {
  if (row.purgedAt) return 'purged';
  if (row.restoredAt) return 'restored';
  return row.restorableUntil > now ? 'restorable' : 'over';
};

export async function listArchives({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Archive[]> {
  const rows = await db
    .select({ archive: archives, madeBy: admins.name })
    .from(archives)
    .leftJoin(admins, eq(admins.id, archives.madeBy))
    .orderBy(desc(archives.id))
    .limit(50);
  return rows.map(({ archive, madeBy }) => ({
    id: archive.id,
    madeAt: archive.madeAt.toISOString(),
    madeBy: madeBy ?? 'former account',
    submissions: archive.submissions,
    restorableUntil: archive.restorableUntil.toISOString(),
    state: stateOf(archive, clock.now()),
  }));
}

async function lockArchive(tx: Tx, id: number): Promise<ArchiveRow> {
  const [row] = await tx.select().from(archives).where(eq(archives.id, id)).for('update');
  if (!row) throw new AppError('not_found', 'Archive not found');
  if (row.purgedAt) throw new AppError('gone', 'This archive was purged.');
  if (row.restoredAt) throw new AppError('conflict', 'This archive was restored already.');
  return row;
}

export async function restoreArchive(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: StaffIdentity,
  id: number,
): Promise<number> {
  return db.transaction(async (tx) => {
    const now = clock.now();
    const archive = await lockArchive(tx, id);
    if (archive.restorableUntil <= now) throw new AppError('gone', 'The 30 days to restore it are over.');
    const restored = await tx
      .update(submissions)
      .set({ archiveId: null })
      .where(eq(submissions.archiveId, id))
      .returning({ id: submissions.id });
    await tx.update(archives).set({ restoredAt: now }).where(eq(archives.id, id));
    const detail = { count: restored.length };
    await recordAudit(tx, {
      at: now,
      actor,
      action: 'submissions.restore',
      subject: { type: 'archive', id },
      detail,
    });
    return restored.length;
  });
}

export async function purgeArchive(
  deps: Pick<Deps, 'db' | 'clock' | 'storage' | 'log' | 'recordingUsers'>,
  actor: StaffIdentity,
  id: number,
): Promise<number> {
  const { count, keys } = await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const archive = await lockArchive(tx, id);
    if (archive.restorableUntil > now)
      throw new AppError('conflict', 'An archive can be purged once its 30 days are over.');
    const rows = await tx
      .select({ id: submissions.id })
      .from(submissions)
      .where(eq(submissions.archiveId, id));
    const sha256s = await listSha256s(
      tx,
      rows.map((row) => row.id),
    );
    await lockRecordings(tx, sha256s);
    await tx.delete(submissions).where(eq(submissions.archiveId, id));
    await tx.update(archives).set({ purgedAt: now }).where(eq(archives.id, id));
    const detail = { count: rows.length };
    await recordAudit(tx, {
      at: now,
      actor,
      action: 'submissions.purge',
      subject: { type: 'archive', id },
      detail,
    });
    return { count: rows.length, keys: await forgetRecordings(deps, tx, sha256s) };
  });
  await removeAudio(deps, keys);
  return count;
}
