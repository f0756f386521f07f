/** Private notes: each its author's to change, read by staff alone, and calling whom they name. */
import { and, desc, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { admins } from '#features/accounts/table.ts';
import { submissions } from '#features/submissions/table.ts';
import { recordAudit } from '#platform/audit.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import type { StaffNote } from './contract.ts';
import { presentNote } from './queries.ts';
import { findMentions } from './rules.ts';
import { onTrack, recordDeed } from './service.ts';
import { noteMentions, staffNotes } from './table.ts';

type RoomDeps = Pick<Deps, 'db' | 'clock'>;

export function addNote(
  deps: RoomDeps,
  actor: StaffIdentity,
  submissionId: number,
  body: string,
): Promise<StaffNote> {
  return onTrack(deps, actor, submissionId, async (deed) => {
    const [note] = await deed.tx
      .insert(staffNotes)
      .values({ submissionId, authorId: actor.id, body, createdAt: deed.now })
      .returning();
    await callMentioned(deed.tx, note, actor);
    await recordDeed(deed, 'track.note', { noteId: note.id });
    return presentNote(note, actor.name);
  });
}

export async function editNote(
  { db, clock }: RoomDeps,
  actor: StaffIdentity,
  id: number,
  body: string,
): Promise<StaffNote> {
  return db.transaction(async (tx) => {
    await lockOwn(tx, actor, id);
    const now = clock.now();
    const [note] = await tx
      .update(staffNotes)
      .set({ body, editedAt: now })
      .where(eq(staffNotes.id, id))
      .returning();
    await callMentioned(tx, note, actor);
    await record(tx, now, actor, 'note.edit', note);
    return presentNote(note, actor.name);
  });
}

export async function deleteNote({ db, clock }: RoomDeps, actor: StaffIdentity, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const note = await lockOwn(tx, actor, id);
    await tx.delete(staffNotes).where(eq(staffNotes.id, id));
    await record(tx, clock.now(), actor, 'note.delete', note);
  });
}

type NoteRow = typeof staffNotes.$inferSelect;

async function lockOwn(tx: Tx, actor: StaffIdentity, id: number): Promise<NoteRow> {
  const [note] = await tx.select().from(staffNotes).where(eq(staffNotes.id, id)).for('update');
  if (!note) throw new AppError('not_found', 'Note not found');
  if (note.authorId !== actor.id) throw new AppError('forbidden', 'Only its author changes a note.');
  return note;
}

const record = (
  tx: Tx,
  at: Date,
  actor: StaffIdentity,
  action: `note.${string}`,
  { id, submissionId }: NoteRow,
) =>
  recordAudit(tx, {
    at,
    actor,
    action,
    subject: { type: 'submission', id: submissionId },
    detail: { noteId: id },
  });

/** Who was called stays called when the note changes; nobody is called twice, nor by themselves. */
async function callMentioned(tx: Tx, note: NoteRow, actor: StaffIdentity): Promise<void> {
  if (!note.body.includes('@')) return;
  const colleagues = await tx
    .select({ id: admins.id, name: admins.name })
    .from(admins)
    .where(isNull(admins.disabledAt));
  const called = findMentions(note.body, colleagues).filter((id) => id !== actor.id);
  if (called.length === 0) return;
  await tx
    .insert(noteMentions)
    .values(called.map((staffId) => ({ noteId: note.id, staffId })))
    .onConflictDoNothing();
}

export async function listMentions({ db }: Pick<Deps, 'db'>, staffId: number) {
  const rows = await db
    .select({
      note: staffNotes,
      author: admins.name,
      seenAt: noteMentions.seenAt,
      trackTitle: submissions.trackTitle,
      artistName: submissions.artistName,
    })
    .from(noteMentions)
    .innerJoin(staffNotes, eq(staffNotes.id, noteMentions.noteId))
    .innerJoin(admins, eq(admins.id, staffNotes.authorId))
    .innerJoin(submissions, eq(submissions.id, staffNotes.submissionId))
    .where(eq(noteMentions.staffId, staffId))
    .orderBy(desc(sql`${noteMentions.seenAt} IS NULL`), desc(staffNotes.id))
    .limit(100);
  return rows.map(({ note, author, seenAt, trackTitle, artistName }) => ({
    ...presentNote(note, author),
    seen: seenAt !== null,
    trackTitle,
    artistName,
  }));
}

export async function seeMentions(
  { db, clock }: RoomDeps,
  { id }: StaffIdentity,
  upTo: number,
): Promise<void> {
  await db
    .update(noteMentions)
    .set({ seenAt: clock.now() })
    .where(and(eq(noteMentions.staffId, id), isNull(noteMentions.seenAt), lte(noteMentions.noteId, upTo)));
}
