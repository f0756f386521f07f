/** Reads of juries for staff: what waits, a juror's own blind seats, results. */
import { type SQL, sql } from 'drizzle-orm';
import type { Campaign } from '#campaign/document.ts';
import type { Deps } from '#deps.ts';
import { anyText } from '#platform/db/any-of.ts';
import type { DbOrTx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import type { Jury, JuryResult, Seat } from './contract.ts';

type Promised = NonNullable<NonNullable<Campaign['jury']>['promise']>;

/** Payments that promise a hearing by the date, of tracks no jury has heard by then. */
export const promised = ({ products, by }: Promised): SQL => sql`
  SELECT i.id, i.submission_id FROM payment_intents i
  WHERE i.state = 'succeeded' AND i.grant_state = 'granted' AND i.product = ${anyText(products)} AND i.paid_at <= ${by}
    AND i.submission_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM jury_entries e WHERE e.submission_id = i.submission_id AND e.heard_at <= ${by})`;

/** Tracks whose promised hearing is still to come and that no open jury has. */
export async function listPromised({ campaign }: Pick<Deps, 'campaign'>, reader: DbOrTx): Promise<number[]> {
  const promise = campaign.jury?.promise;
  if (!promise) return [];
  const { rows } = await reader.execute<{ id: number }>(sql`
    SELECT DISTINCT s.id FROM (${promised(promise)}) p JOIN submissions s ON s.id = p.submission_id
    WHERE s.analyzed AND s.archive_id IS NULL AND NOT EXISTS (
      SELECT FROM jury_entries e JOIN juries j ON j.id = e.jury_id
      WHERE e.submission_id = s.id AND j.state = 'open')
    ORDER BY s.id`);
  return rows.map(({ id }) => id);
}

interface RawJury extends Record<string, unknown> {
  id: number;
  name: string;
  state: Jury['state'];
  method: Jury['method'];
  per_track: number;
  criteria: Jury['criteria'];
  opened_at: Date | string;
  closed_at: Date | string | null;
  published_at: Date | string | null;
  entries: number;
  heard: number;
  ballots: number;
  waiting: number;
}

const iso = (at: Date | string | null) => (at === null ? null : new Date(at).toISOString());

async function readJuries(db: DbOrTx, staff: StaffIdentity, which: SQL): Promise<Jury[]> {
  const { rows } = await db.execute<RawJury>(sql`
    SELECT j.*, e.entries, e.heard, b.ballots, w.waiting FROM juries j
    CROSS JOIN LATERAL (SELECT count(*)::int AS entries, count(e.heard_at)::int AS heard
      FROM jury_entries e WHERE e.jury_id = j.id) e
    CROSS JOIN LATERAL (SELECT count(*)::int AS ballots FROM jury_ballots b WHERE b.jury_id = j.id) b
    CROSS JOIN LATERAL (SELECT count(*)::int AS waiting FROM jury_seats t
      WHERE t.jury_id = j.id AND t.juror_id = ${staff.id} AND t.state = 'waiting' AND j.state = 'open') w
    WHERE ${which} ORDER BY j.id DESC LIMIT 100`);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    state: row.state,
    method: row.method,
    perTrack: row.per_track,
    criteria: row.criteria,
    openedAt: new Date(row.opened_at).toISOString(),
    closedAt: iso(row.closed_at),
    publishedAt: iso(row.published_at),
    entries: row.entries,
    heard: row.heard,
    ballots: row.ballots,
    waiting: row.waiting,
  }));
}

export async function listJuries({ db, campaign }: Pick<Deps, 'db' | 'campaign'>, staff: StaffIdentity) {
  const { jury: rules } = campaign;
  const [all, { rows: jurors }] = await Promise.all([
    readJuries(db, staff, sql`true`),
    db.execute<{ id: number; name: string }>(
      sql`SELECT a.id, a.name FROM admins a WHERE a.disabled_at IS NULL ORDER BY lower(a.name), a.id`,
    ),
  ]);
  return {
    juries: all,
    jurors,
    rounds: campaign.rounds.map(({ id, name }) => ({ id, name })),
    rules: rules
      ? {
          method: rules.method,
          perTrack: rules.perTrack,
          criteria: rules.criteria,
          hearBy: rules.promise?.by ?? null,
        }
      : null,
  };
}

export async function readJury({ db }: Pick<Deps, 'db'>, staff: StaffIdentity, id: number) {
  const [jury] = await readJuries(db, staff, sql`j.id = ${id}`);
  if (!jury) throw new AppError('not_found', 'There is no such jury round.');
  const [seats, results] = await Promise.all([
    readSeats(db, staff, id),
    jury.state === 'open' ? null : readResults(db, id),
  ]);
  return { ...jury, seats, results };
}

interface RawSeat extends Record<string, unknown> {
  number: number;
  state: Seat['state'];
  seconds: number | null;
  hook_at: number | null;
  peaks: number[] | null;
  ballot: Seat['ballot'];
  revealed: Seat['revealed'];
}

/** Names, votes and others' grades leave the database only for tracks this juror has rated. */
async function readSeats(db: DbOrTx, staff: StaffIdentity, id: number): Promise<Seat[]> {
  const { rows } = await db.execute<RawSeat>(sql`
    SELECT t.number, t.state, s.duration_seconds AS seconds,
      read_number(s.analysis, 'measures', 'hook', 'start') AS hook_at,
      (SELECT array_agg(u.peak ORDER BY u.n) FROM unnest(r.peaks) WITH ORDINALITY u(peak, n) WHERE u.n % 10 = 5) AS peaks,
      CASE WHEN t.state = 'rated' THEN json_build_object('grades', b.grades, 'grade', b.grade, 'words', b.words,
        'commitment', b.commitment) END AS ballot,
      CASE WHEN t.state = 'rated' THEN json_build_object('submissionId', s.id,
        'artistName', coalesce(s.artist_name, 'Deleted'), 'trackTitle', coalesce(s.track_title, 'Deleted'),
        'score', s.score, 'voteCount', coalesce(s.vote_count, 0),
        'grades', (SELECT json_agg(o.grade ORDER BY o.grade) FROM jury_ballots o
          WHERE o.jury_id = t.jury_id AND o.number = t.number)) END AS revealed
    FROM jury_seats t JOIN jury_entries e ON e.jury_id = t.jury_id AND e.number = t.number
    LEFT JOIN submissions s ON s.id = e.submission_id LEFT JOIN recordings r ON r.audio_sha256 = s.audio_sha256
    LEFT JOIN jury_ballots b ON b.jury_id = t.jury_id AND b.number = t.number AND b.juror_id = t.juror_id
    WHERE t.jury_id = ${id} AND t.juror_id = ${staff.id} ORDER BY t.state <> 'waiting', t.number`);
  return rows.map(({ hook_at, peaks, ...seat }) => ({ ...seat, hookAt: hook_at, peaks: peaks ?? [] }));
}

async function readResults(db: DbOrTx, id: number): Promise<JuryResult[]> {
  const { rows } = await db.execute<JuryResult & Record<string, unknown>>(sql`
    SELECT e.number, e.submission_id AS "submissionId", coalesce(s.artist_name, 'Deleted') AS "artistName",
      coalesce(s.track_title, 'Deleted') AS "trackTitle", e.rank, e.median, e.low, e.high,
      coalesce((SELECT json_agg(json_build_object('juror', m.letter, 'text', b.words) ORDER BY m.letter)
        FROM jury_ballots b JOIN jury_members m ON m.jury_id = b.jury_id AND m.juror_id = b.juror_id
        WHERE b.jury_id = e.jury_id AND b.number = e.number), '[]') AS words
    FROM jury_entries e LEFT JOIN submissions s ON s.id = e.submission_id
    WHERE e.jury_id = ${id} ORDER BY e.rank NULLS LAST, e.number`);
  return rows;
}
