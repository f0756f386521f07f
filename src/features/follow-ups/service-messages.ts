/** A message on its way: told to the artist when its time has come, recalled until then. */
import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { admins } from '#features/accounts/table.ts';
import { addNotice } from '#features/notices/service.ts';
import { submissions } from '#features/submissions/table.ts';
import { recordAudit } from '#platform/audit.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import type { StaffMessage } from './contract.ts';
import { MESSAGE_JOB } from './job-names.ts';
import { RECALL_SECONDS } from './limits.ts';
import { MESSAGES_PATH } from './rules.ts';
import { artistUpdates } from './table.ts';

type WriteDeps = Pick<Deps, 'db' | 'clock' | 'campaign' | 'queue'>;
type UpdateRow = typeof artistUpdates.$inferSelect;

export const present = (row: UpdateRow) => ({
  id: row.id,
  submissionId: row.submissionId,
  updateText: row.updateText,
  status: row.status,
  createdAt: row.createdAt.toISOString(),
  scheduledDate: row.scheduledDate?.toISOString() ?? null,
  timeZone: row.timeZone,
});

/** Told at once, or when it can no longer be recalled. */
export async function sendMessage(deps: WriteDeps, tx: Tx, row: UpdateRow): Promise<void> {
  if (row.sendsAt <= row.createdAt) return tellArtist(deps, tx, row);
  await deps.queue.enqueue(tx, MESSAGE_JOB, { updateId: row.id }, { startAfterSeconds: RECALL_SECONDS });
}

/** Safe to run twice: the same message is one notice. */
export async function deliverMessage(deps: WriteDeps, updateId: number): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(artistUpdates)
      .where(and(eq(artistUpdates.id, updateId), isNull(artistUpdates.recalledAt)))
      .for('update');
    if (!row) return;
    if (row.sendsAt > deps.clock.now()) throw new Error('This message may still be recalled.');
    await tellArtist(deps, tx, row);
  });
}

async function tellArtist(deps: WriteDeps, tx: Tx, row: UpdateRow): Promise<void> {
  const [track] = await tx
    .select({ trackTitle: submissions.trackTitle, phoneE164: submissions.phoneE164 })
    .from(submissions)
    .where(eq(submissions.id, row.submissionId));
  await addNotice(deps, tx, {
    kind: 'message',
    key: `message:${row.id}`,
    about: { submissionId: row.submissionId },
    phone: track.phoneE164,
    title: `${deps.campaign.label} wrote to you about “${track.trackTitle}”`,
    body: row.updateText,
    path: MESSAGES_PATH,
  });
}

export async function recallMessage(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: StaffIdentity,
  id: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const now = clock.now();
    const [row] = await tx
      .update(artistUpdates)
      .set({ recalledAt: now })
      .where(and(eq(artistUpdates.id, id), isNull(artistUpdates.recalledAt), gt(artistUpdates.sendsAt, now)))
      .returning();
    if (!row) throw await sayTooLate(tx, id);
    const subject = { type: 'submission', id: row.submissionId };
    await recordAudit(tx, { at: now, actor, action: 'artist.recall', subject, detail: { updateId: id } });
  });
}

async function sayTooLate(tx: Tx, id: number): Promise<AppError> {
  const [row] = await tx.select().from(artistUpdates).where(eq(artistUpdates.id, id));
  if (!row) return new AppError('not_found', 'Message not found');
  return new AppError('conflict', row.recalledAt ? 'It was recalled already.' : 'It was sent already.');
}

/** As staff see them: with who wrote them, and those that were recalled. */
export async function listMessages({ db }: Pick<Deps, 'db'>, submissionId: number): Promise<StaffMessage[]> {
  const rows = await db
    .select({ update: artistUpdates, author: admins.name })
    .from(artistUpdates)
    .leftJoin(admins, eq(admins.id, artistUpdates.madeBy))
    .where(eq(artistUpdates.submissionId, submissionId))
    .orderBy(desc(artistUpdates.id))
    .limit(500);
  return rows.map(({ update, author }) => ({
    ...present(update),
    author,
    sendsAt: update.sendsAt.toISOString(),
    recalledAt: update.recalledAt?.toISOString() ?? null,
  }));
}
