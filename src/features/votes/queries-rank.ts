/**
 * The fan rank, exact at any size. Each process keeps the (votes, score) histogram in memory together with the database
 * snapshot it is of; a question is one statement that brings the moves this snapshot had not seen, the entry itself and
 * how many older ones share its cells. All of it is one snapshot again, so the answer is what a full sort would give,
 * and your own vote is in it. Questions that arrive meanwhile share the next statement.
 */
import { sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { notFound } from '#features/submissions/queries.ts';
import { runPrepared } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import { type RankSimulation, SIMULATED } from './contract.ts';
import { FanHistogram } from './queries-histogram.ts';
import { type Place, votesToFirst } from './rules.ts';

export interface FanRanking {
  /** Throws not_found for a track that is none, `closed` (reason 'not_ranked') for one that is not analysed yet. */
  simulate(submissionId: number): Promise<RankSimulation>;
}

/** Moves are swept after an hour; a histogram left alone for this long is loaded again. */
const RELOAD_AFTER_MS = 20 * 60 * 1000;

interface Held {
  histogram: FanHistogram;
  snapshot: string;
  /** The server that snapshot is of: another one, or the same after a restart, counts transactions anew. */
  server: string;
  readAt: number;
}

interface EntryRow {
  id: number;
  votes: number;
  score: number;
  at: number;
  /** Older entries in the cell of each step, beginning with the entry's own. */
  older: number[];
}

type Move = [number | null, number | null, number | null, number | null];

interface Answer {
  entries: Map<number, EntryRow>;
  leader: Place | null;
  histogram: FanHistogram;
}

interface Waiting {
  id: number;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

export function createFanRanking({ db }: Pick<Deps, 'db'>): FanRanking {
  let held: Held | null = null;
  let waiting: Waiting[] = [];
  let running = false;

  async function drain(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        const ids = [...new Set(batch.map(({ id }) => id))];
        if (!held || Date.now() - held.readAt > RELOAD_AFTER_MS) held = await load(db);
        let answer = await advance(db, held, ids);
        if (!answer) {
          held = await load(db);
          answer = await advance(db, held, ids);
        }
        if (!answer) throw new Error('The fan ranks do not add up, even when counted anew.');
        for (const { resolve } of batch) resolve(answer);
      } catch (error) {
        // Whatever went wrong may have left half the moves applied: begin anew next time.
        held = null;
        for (const { reject } of batch) reject(error);
      }
    }
    running = false;
  }

  const ask = (id: number) =>
    new Promise<RankSimulation>((resolve, reject) => {
      waiting.push({
        id,
        reject,
        // At once, before the next statement moves the histogram on.
        resolve(answer) {
          const entry = answer.entries.get(id);
          if (entry) resolve(present(entry, answer));
          else reject(new UnrankedError());
        },
      });
      if (!running) void drain();
    });

  return {
    async simulate(id) {
      try {
        return await ask(id);
      } catch (error) {
        if (error instanceof UnrankedError) throw await explainUnranked(db, id);
        throw error;
      }
    },
  };
}

class UnrankedError extends Error {}

async function explainUnranked(db: Deps['db'], id: number): Promise<AppError> {
  const { rows } = await db.execute<{ analyzed: boolean }>(
    sql`SELECT analyzed FROM submissions WHERE id = ${id} AND listed`,
  );
  if (rows.length === 0) return notFound();
  const why = rows[0].analyzed
    ? 'This track was sent after the campaign had ended: it is not in the final standings.'
    : 'This track has no fan rank yet: it gets one once it is analysed.';
  return new AppError('closed', why, { reason: 'not_ranked' });
}

/** Tells a server apart from the one before: after a restart, a failover, or a move to another machine. */
const SERVER = `(pg_postmaster_start_time()::text || ' ' || (SELECT oid FROM pg_database WHERE datname = current_database()))`;

/**
 * A move that can be read although its transaction is not over, or not begun, came with a dump from another server, where
 * transactions had other numbers. The standings themselves hold it already.
 */
const FORGET_FOREIGN_MOVES = sql`
  DELETE FROM fan_moves WHERE xid >= pg_snapshot_xmin(pg_current_snapshot())
    AND NOT pg_visible_in_snapshot(xid, pg_current_snapshot())`;

async function load(db: Deps['db']): Promise<Held> {
  await db.execute(FORGET_FOREIGN_MOVES);
  const { rows } = await db.execute<
    Pick<Held, 'snapshot' | 'server'> & { cells: [number, number, number][] }
  >(sql`
    SELECT pg_current_snapshot()::text AS snapshot, ${sql.raw(SERVER)} AS server,
      coalesce((SELECT json_agg(json_build_array(votes, score, entries)) FROM (
        SELECT votes, score, count(*) AS entries FROM fan_standings GROUP BY votes, score) cells), '[]') AS cells`);
  const histogram = new FanHistogram();
  for (const [votes, score, entries] of rows[0].cells) histogram.add(votes, score, entries);
  return { histogram, snapshot: rows[0].snapshot, server: rows[0].server, readAt: Date.now() };
}

/** More votes to try: none, the one that is free, and the packages. */
const STEPS = [0, 1, ...SIMULATED];

/** $1: the snapshot the histogram is of; $2: the entries asked for; $3: more votes to try, 0 first. */
const ADVANCE = `
  SELECT pg_current_snapshot()::text AS snapshot, ${SERVER} AS server,
    coalesce((SELECT json_agg(json_build_array(from_votes, from_score, to_votes, to_score)) FROM fan_moves
      WHERE xid >= pg_snapshot_xmin($1::pg_snapshot)
        AND NOT pg_visible_in_snapshot(xid, $1::pg_snapshot)), '[]') AS moves,
    coalesce((SELECT json_agg(json_build_object('id', e.submission_id, 'votes', e.votes, 'score', e.score,
        'at', extract(epoch FROM e.entered_at) * 1000, 'older', (
          SELECT json_agg((SELECT count(*) FROM fan_standings o
            WHERE o.votes = e.votes + step AND o.score = e.score
              AND (o.entered_at, o.submission_id) < (e.entered_at, e.submission_id)) ORDER BY step)
          FROM unnest($3::int[]) step)))
      FROM fan_standings e WHERE e.submission_id = ANY($2::int[])), '[]') AS entries,
    (SELECT json_build_object('id', submission_id, 'votes', votes, 'score', score,
        'enteredAt', extract(epoch FROM entered_at) * 1000)
      FROM fan_standings ORDER BY votes DESC, score DESC, entered_at, submission_id LIMIT 1) AS leader`;

interface Advanced {
  snapshot: string;
  server: string;
  moves: Move[];
  entries: EntryRow[];
  leader: Place | null;
}

/**
 * Brings the histogram to the statement's snapshot and reads the asked entries in it. Null when the two do not go
 * together: it is another server, or an entry is missing where it should be counted.
 */
async function advance(db: Deps['db'], held: Held, ids: number[]): Promise<Answer | null> {
  const values = [held.snapshot, ids, STEPS];
  const [read] = await runPrepared<Advanced>(db, 'advance_fan_ranks', ADVANCE, values);
  if (read.server !== held.server) return null;
  for (const [fromVotes, fromScore, toVotes, toScore] of read.moves) {
    if (fromVotes !== null && fromScore !== null) held.histogram.add(fromVotes, fromScore, -1);
    if (toVotes !== null && toScore !== null) held.histogram.add(toVotes, toScore, 1);
  }
  held.snapshot = read.snapshot;
  held.readAt = Date.now();
  if (!held.histogram.isSound || read.entries.some(({ votes, score }) => !held.histogram.has(votes, score)))
    return null;
  return {
    histogram: held.histogram,
    entries: new Map(read.entries.map((entry) => [entry.id, entry])),
    leader: read.leader,
  };
}

function present(entry: EntryRow, { histogram, leader }: Answer): RankSimulation {
  const { votes, score, older } = entry;
  const rankWith = (more: number, step: number) =>
    histogram.countAbove(votes + more, score) + older[step] + 1;
  const currentRank = rankWith(0, 0);
  return {
    currentRank,
    totalRanked: histogram.total,
    simulations: SIMULATED.map((voteCount) => {
      const newRank = rankWith(voteCount, STEPS.indexOf(voteCount));
      return { voteCount, newRank, positionsGained: currentRank - newRank };
    }),
    withOne: rankWith(1, 1),
    votesToFirst: votesToFirst({ id: entry.id, votes, score, enteredAt: entry.at }, leader),
    voteCount: votes,
  };
}

/** Forgets moves every process has long seen. */
export async function sweepMoves({ db }: Pick<Deps, 'db'>): Promise<void> {
  await db.execute(sql`DELETE FROM fan_moves WHERE made_at < now() - interval '1 hour'`);
}
