/** Giving tracks to colleagues: by hand, or evenly what nobody has yet. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { admins } from '#features/accounts/table.ts';
import { submissions } from '#features/submissions/table.ts';
import { recordAudit } from '#platform/audit.ts';
import { anyInt } from '#platform/db/any-of.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import { type Assignment, type Share, shareEvenly } from './rules.ts';
import { onTrack, recordDeed } from './service.ts';
import { staffConflicts, trackAssignments, trackDecisions, trackHearings } from './table.ts';

type RoomDeps = Pick<Deps, 'db' | 'clock'>;

interface Wish {
  staffIds: number[];
  submissionIds?: number[];
  genre?: string;
  ears: number;
}

/** One at a time: two people who share out at once would give the same tracks away twice. */
const ASSIGNING = sql`SELECT pg_advisory_xact_lock(hashtext('track assignments'))`;
/** Rows written by one statement. */
const CHUNK = 1000;
/** What one call shares out at most; another takes the rest. */
const MOST_SHARED = 20_000;

export async function assignTracks(
  { db, clock }: RoomDeps,
  actor: StaffIdentity,
  wish: Wish,
): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(ASSIGNING);
    const staffIds = [...new Set(wish.staffIds)];
    await requireColleagues(tx, staffIds);
    const tracks = wish.submissionIds
      ? await findNamed(tx, wish.submissionIds)
      : await findUnassigned(tx, wish.genre);
    const people = await readShares(tx, staffIds, tracks);
    const made = shareEvenly(tracks, people, wish.submissionIds ? staffIds.length : wish.ears);
    const now = clock.now();
    const assigned = await write(tx, made, { assignedBy: actor.id, assignedAt: now });
    const { genre, submissionIds } = wish;
    const detail = { staffIds, assigned, genre, tracks: submissionIds?.length };
    await recordAudit(tx, { at: now, actor, action: 'tracks.assign', detail });
    return assigned;
  });
}

async function write(
  tx: Tx,
  made: Assignment[],
  by: { assignedBy: number; assignedAt: Date },
): Promise<number> {
  let written = 0;
  for (let from = 0; from < made.length; from += CHUNK) {
    const rows = made.slice(from, from + CHUNK).map((one) => ({ ...one, ...by }));
    const added = await tx
      .insert(trackAssignments)
      .values(rows)
      .onConflictDoNothing()
      .returning({ id: trackAssignments.submissionId });
    written += added.length;
  }
  return written;
}

async function requireColleagues(tx: Tx, ids: number[]): Promise<void> {
  const known = await tx
    .select({ id: admins.id })
    .from(admins)
    .where(and(inArray(admins.id, ids), isNull(admins.disabledAt)));
  if (known.length < ids.length) throw new AppError('invalid', 'Somebody of these has no account here.');
}

async function findNamed(tx: Tx, ids: number[]): Promise<number[]> {
  const rows = await tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(and(inArray(submissions.id, ids), isNull(submissions.archiveId)))
    .orderBy(submissions.id);
  return rows.map(({ id }) => id);
}

/** Oldest first. */
async function findUnassigned(tx: Tx, genre?: string): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    SELECT s.id FROM ${submissions} s WHERE s.archive_id IS NULL AND s.hidden_at IS NULL
      AND ${genre === undefined ? sql`true` : sql`s.genre = ${genre}`}
      AND NOT EXISTS (SELECT FROM ${trackAssignments} a WHERE a.submission_id = s.id)
      AND NOT EXISTS (SELECT FROM ${trackDecisions} d WHERE d.submission_id = s.id AND d.decision IS NOT NULL)
    ORDER BY s.created_at, s.id LIMIT ${MOST_SHARED}`);
  return rows.map(({ id }) => id);
}

async function readShares(tx: Tx, staffIds: number[], tracks: number[]): Promise<Share[]> {
  const loads = await tx.execute<{ id: number; load: number }>(sql`
    SELECT a.staff_id AS id, count(*)::int AS load FROM ${trackAssignments} a
    WHERE a.staff_id = ${anyInt(staffIds)} AND NOT EXISTS (
      SELECT FROM ${trackHearings} h WHERE h.staff_id = a.staff_id AND h.submission_id = a.submission_id)
    GROUP BY a.staff_id`);
  const barred = await tx.execute<{ id: number; track: number }>(sql`
    SELECT c.staff_id AS id, s.id AS track FROM ${staffConflicts} c
    JOIN ${submissions} o ON o.id = c.submission_id
    JOIN ${submissions} s ON s.id = o.id OR s.phone_e164 = o.phone_e164
    WHERE c.staff_id = ${anyInt(staffIds)} AND s.id = ${anyInt(tracks)}`);
  return staffIds.map((staffId) => ({
    staffId,
    load: loads.rows.find(({ id }) => id === staffId)?.load ?? 0,
    barred: new Set(barred.rows.filter(({ id }) => id === staffId).map(({ track }) => track)),
  }));
}

export function unassignTrack(deps: RoomDeps, actor: StaffIdentity, id: number): Promise<void> {
  return onTrack(deps, actor, id, async (deed) => {
    await deed.tx
      .delete(trackAssignments)
      .where(
        and(
          eq(trackAssignments.submissionId, id),
          sql`NOT EXISTS (SELECT FROM ${trackHearings} h WHERE h.submission_id = ${id} AND h.staff_id = ${trackAssignments.staffId})`,
        ),
      );
    await recordDeed(deed, 'track.unassign');
  });
}
