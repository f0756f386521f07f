/** The queue of one listener: what is assigned to them, then what is assigned to nobody; never what they may not judge. */
import { type SQL, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { admins } from '#features/accounts/table.ts';
import { audioUrlOf } from '#features/recordings/rules-file.ts';
import { recordings } from '#features/recordings/table.ts';
import { submissions } from '#features/submissions/table.ts';
import type { DbOrTx } from '#platform/db/connect.ts';
import type { QueueTrack } from './contract.ts';
import { MOST_COUNTED, QUEUE_SENT } from './limits.ts';
import { staffConflicts, trackAssignments, trackDecisions, trackHearings } from './table.ts';

interface RawTrack extends Record<string, unknown> {
  id: number;
  artist_name: string;
  track_title: string;
  genre: string | null;
  score: number | null;
  created_at: Date | string;
  duration_seconds: number | null;
  peaks: number[] | null;
  audio_key: string;
  hook_at: number | null;
  yours: boolean;
  held: boolean;
  version: number;
}

const isYours = (staffId: number) =>
  sql`EXISTS (SELECT FROM ${trackAssignments} a WHERE a.submission_id = s.id AND a.staff_id = ${staffId})`;

const columns = (staffId: number) => sql`s.id, s.artist_name, s.track_title, s.genre, s.score, s.created_at,
  s.duration_seconds, r.peaks, r.audio_key, (s.analysis #>> '{measures,hook,start}')::real AS hook_at,
  ${isYours(staffId)} AS yours, s.held_at IS NOT NULL AS held,
  coalesce((SELECT d.version FROM ${trackDecisions} d WHERE d.submission_id = s.id), 0) AS version`;

/** In sight, undecided, not heard by them, and not by somebody they are close to. */
export const isOpenFor = (staffId: number): SQL => sql`s.archive_id IS NULL AND s.hidden_at IS NULL
  AND NOT EXISTS (SELECT FROM ${trackHearings} h WHERE h.staff_id = ${staffId} AND h.submission_id = s.id)
  AND NOT EXISTS (SELECT FROM ${trackDecisions} d WHERE d.submission_id = s.id AND d.decision IS NOT NULL)
  AND NOT EXISTS (SELECT FROM ${staffConflicts} c JOIN ${submissions} o ON o.id = c.submission_id
    WHERE c.staff_id = ${staffId} AND (o.id = s.id OR o.phone_e164 = s.phone_e164))`;

const NOBODYS = sql`NOT EXISTS (SELECT FROM ${trackAssignments} a WHERE a.submission_id = s.id)`;

/** What was given to them and is still open. */
export const openAssigned = (
  staffId: number,
) => sql`${trackAssignments} mine JOIN ${submissions} s ON s.id = mine.submission_id
  WHERE mine.staff_id = ${staffId} AND ${isOpenFor(staffId)}`;
const openUnassigned = (staffId: number) => sql`${submissions} s WHERE ${isOpenFor(staffId)} AND ${NOBODYS}`;

export async function readQueue(
  { db, clock, campaign }: Pick<Deps, 'db' | 'clock' | 'campaign'>,
  staffId: number,
) {
  const [tracks, counts] = await Promise.all([
    listOpen(db, staffId),
    countHeard(db, staffId, clock.now(), campaign.timeZone),
  ]);
  return { tracks, ...counts };
}

async function listOpen(db: DbOrTx, staffId: number): Promise<QueueTrack[]> {
  // Each half is walked along its own index and stops when it has enough.
  const { rows } = await db.execute<RawTrack>(sql`
    SELECT ${columns(staffId)} FROM (
      SELECT * FROM (
        (SELECT s.id, 0 AS turn, s.created_at FROM ${openAssigned(staffId)} ORDER BY s.created_at, s.id LIMIT ${QUEUE_SENT})
        UNION ALL
        (SELECT s.id, 1 AS turn, s.created_at FROM ${openUnassigned(staffId)} ORDER BY s.created_at, s.id LIMIT ${QUEUE_SENT})
      ) both_halves ORDER BY turn, created_at, id LIMIT ${QUEUE_SENT}
    ) page JOIN ${submissions} s ON s.id = page.id JOIN ${recordings} r ON r.audio_sha256 = s.audio_sha256
    ORDER BY page.turn, page.created_at, page.id`);
  return rows.map(present);
}

interface HeardCounts extends Record<string, unknown> {
  left: number;
  heardToday: number;
  heardLastHour: number;
}

async function countHeard(db: DbOrTx, staffId: number, now: Date, zone: string): Promise<HeardCounts> {
  const { rows } = await db.execute<HeardCounts>(sql`
    SELECT ${countOpen(staffId)} AS left,
      (SELECT count(*)::int FROM ${trackHearings} h WHERE h.staff_id = ${staffId}
        AND h.heard_at >= date_trunc('day', ${now}::timestamptz AT TIME ZONE ${zone}) AT TIME ZONE ${zone}) AS "heardToday",
      (SELECT count(*)::int FROM ${trackHearings} h WHERE h.staff_id = ${staffId}
        AND h.heard_at > ${now}::timestamptz - interval '1 hour') AS "heardLastHour"`);
  return rows[0];
}

/** How many are left to hear, counted no further than anybody reads. */
export const countOpen = (staffId: number): SQL => sql`(SELECT count(*)::int FROM (
  (SELECT FROM ${openAssigned(staffId)} LIMIT ${MOST_COUNTED})
  UNION ALL (SELECT FROM ${openUnassigned(staffId)} LIMIT ${MOST_COUNTED})) open)`;

export async function readQueueTrack(db: DbOrTx, id: number, staffId: number): Promise<QueueTrack | null> {
  const { rows } = await db.execute<RawTrack>(sql`
    SELECT ${columns(staffId)} FROM ${submissions} s JOIN ${recordings} r ON r.audio_sha256 = s.audio_sha256
    WHERE s.id = ${id} AND s.archive_id IS NULL`);
  return rows[0] ? present(rows[0]) : null;
}

/** Everybody who may be assigned or mentioned, with what waits for them. */
export async function listColleagues({ db }: Pick<Deps, 'db'>) {
  const { rows } = await db.execute<{
    id: number;
    name: string;
    role: 'reviewer' | 'a&r' | 'owner';
    waiting: number;
  }>(sql`
    SELECT p.id, p.name, p.role, (SELECT count(*)::int FROM ${trackAssignments} t
      WHERE t.staff_id = p.id AND NOT EXISTS (
        SELECT FROM ${trackHearings} h WHERE h.staff_id = p.id AND h.submission_id = t.submission_id)) AS waiting
    FROM ${admins} p WHERE p.disabled_at IS NULL ORDER BY p.name, p.id`);
  return rows;
}

function present(row: RawTrack): QueueTrack {
  return {
    id: row.id,
    artistName: row.artist_name,
    trackTitle: row.track_title,
    genre: row.genre,
    score: row.score,
    createdAt: new Date(row.created_at).toISOString(),
    duration: row.duration_seconds,
    peaks: row.peaks,
    audioUrl: audioUrlOf(row.audio_key),
    hookAt: row.hook_at ?? 0,
    yours: row.yours,
    held: row.held,
    version: row.version,
  };
}
