/** Reads of the listening room: who may judge, what was decided, and one track with all that was said of it. */
import { asc, eq, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { admins } from '#features/accounts/table.ts';
import { duplicates, holds } from '#features/duplicates/table.ts';
import { submissions } from '#features/submissions/table.ts';
import type { DbOrTx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { Room, StaffNote, TrackDecision } from './contract.ts';
import { readQueueTrack } from './queries-queue.ts';
import { summariseRatings } from './rules.ts';
import {
  staffConflicts,
  staffNotes,
  trackAssignments,
  trackDecisions,
  trackHearings,
  trackRatings,
} from './table.ts';

/** A conflict declared on any track of the same number. */
export async function hasConflict(db: DbOrTx, id: number, staffId: number): Promise<boolean> {
  return (await listConflicts(db, id)).some((one) => one.id === staffId);
}

async function listConflicts(db: DbOrTx, id: number): Promise<Room['conflicts']> {
  const { rows } = await db.execute<Room['conflicts'][number] & Record<string, unknown>>(sql`
    SELECT DISTINCT ON (a.id) a.id, a.name, c.reason, c.submission_id AS "submissionId"
    FROM ${submissions} s
    JOIN ${submissions} o ON o.id = s.id OR o.phone_e164 = s.phone_e164
    JOIN ${staffConflicts} c ON c.submission_id = o.id JOIN ${admins} a ON a.id = c.staff_id
    WHERE s.id = ${id} ORDER BY a.id, c.declared_at DESC`);
  return rows;
}

export async function readDecision(db: DbOrTx, id: number): Promise<TrackDecision> {
  const [row] = await db
    .select({ decided: trackDecisions, by: admins.name })
    .from(trackDecisions)
    .innerJoin(admins, eq(admins.id, trackDecisions.decidedBy))
    .where(eq(trackDecisions.submissionId, id));
  if (!row) return { decision: null, version: 0, by: null, at: null };
  const { decision, version, decidedAt } = row.decided;
  return { decision, version, by: row.by, at: decidedAt.toISOString() };
}

export async function readRoom({ db }: Pick<Deps, 'db'>, id: number, staffId: number): Promise<Room> {
  const track = await readQueueTrack(db, id, staffId);
  if (!track) throw new AppError('not_found', 'Submission not found');
  const [decision, ratings, heardBy, assignees, conflicts, notes, artist, copies, copyOf] = await Promise.all(
    [
      readDecision(db, id),
      listRatings(db, id),
      listPeople(db, trackHearings, id),
      listPeople(db, trackAssignments, id),
      listConflicts(db, id),
      listNotes(db, id),
      countArtist(db, id),
      db.$count(duplicates, eq(duplicates.submissionId, id)),
      track.held ? readOriginal(db, id) : null,
    ],
  );
  const given = ratings.flatMap(({ rating }) => rating ?? []);
  const summary = summariseRatings(given);
  return { track, decision, ratings, summary, heardBy, assignees, conflicts, notes, artist, copies, copyOf };
}

function listRatings(db: DbOrTx, id: number): Promise<Room['ratings']> {
  return db
    .select({
      id: admins.id,
      name: admins.name,
      rating: trackRatings.rating,
      abstained: trackRatings.abstained,
    })
    .from(trackRatings)
    .innerJoin(admins, eq(admins.id, trackRatings.staffId))
    .where(eq(trackRatings.submissionId, id))
    .orderBy(asc(trackRatings.ratedAt), asc(admins.id));
}

function listPeople(db: DbOrTx, table: typeof trackHearings | typeof trackAssignments, id: number) {
  return db
    .select({ id: admins.id, name: admins.name })
    .from(table)
    .innerJoin(admins, eq(admins.id, table.staffId))
    .where(eq(table.submissionId, id))
    .orderBy(asc(admins.name));
}

export async function listNotes(db: DbOrTx, id: number): Promise<StaffNote[]> {
  const rows = await db
    .select({ note: staffNotes, author: admins.name })
    .from(staffNotes)
    .innerJoin(admins, eq(admins.id, staffNotes.authorId))
    .where(eq(staffNotes.submissionId, id))
    .orderBy(asc(staffNotes.id))
    .limit(500);
  return rows.map(({ note, author }) => presentNote(note, author));
}

export function presentNote(note: typeof staffNotes.$inferSelect, author: string): StaffNote {
  return {
    id: note.id,
    submissionId: note.submissionId,
    author: { id: note.authorId, name: author },
    body: note.body,
    createdAt: note.createdAt.toISOString(),
    editedAt: note.editedAt?.toISOString() ?? null,
  };
}

async function countArtist(db: DbOrTx, id: number): Promise<Room['artist']> {
  const { rows } = await db.execute<Room['artist'] & Record<string, unknown>>(sql`
    SELECT count(*)::int AS tracks, count(*) FILTER (WHERE d.decision IN ('shortlist', 'contact', 'sign'))::int AS shortlisted
    FROM ${submissions} s JOIN ${submissions} o ON o.phone_e164 = s.phone_e164 AND o.id <> s.id AND o.archive_id IS NULL
    LEFT JOIN ${trackDecisions} d ON d.submission_id = o.id WHERE s.id = ${id}`);
  return { tracks: rows[0].tracks, shortlisted: rows[0].shortlisted };
}

async function readOriginal(db: DbOrTx, id: number): Promise<Room['copyOf']> {
  const [row] = await db
    .select({
      id: submissions.id,
      trackTitle: submissions.trackTitle,
      artistName: submissions.artistName,
    })
    .from(holds)
    .innerJoin(duplicates, eq(duplicates.submissionId, holds.submissionId))
    .innerJoin(submissions, eq(submissions.id, duplicates.earlierId))
    .where(eq(holds.submissionId, id))
    .orderBy(asc(submissions.id))
    .limit(1);
  return row ?? null;
}
