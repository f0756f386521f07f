/** Reads of duels: what can be put up, the ranking, and the order of the listening page. */
import { and, asc, desc, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { recordings } from '#features/recordings/table.ts';
import { submissions } from '#features/submissions/table.ts';
import type { DbOrTx } from '#platform/db/connect.ts';
import type { ListenedTrack, RankedTrack } from './contract.ts';
import { sayChance } from './rules-ranking.ts';
import { duelEntrants, duelRanks, duels } from './table.ts';

/** Whoever answers: a browser, and the person signed in there. */
export interface Voice {
  browserDigest: string;
  personDigest: string | null;
}

export const isOf = ({ browserDigest, personDigest }: Voice): SQL =>
  personDigest === null
    ? eq(duels.browserDigest, browserDigest)
    : (or(eq(duels.browserDigest, browserDigest), eq(duels.personDigest, personDigest)) as SQL);

const isShown = and(eq(submissions.analyzed, true), eq(submissions.listed, true));
const withRecording = eq(recordings.audioSha256, submissions.audioSha256);

const HOOK = {
  id: submissions.id,
  audioKey: recordings.audioKey,
  duration: recordings.durationSeconds,
  hookStart: sql<number | null>`(${submissions.analysis} #>> '{measures,hook,soundbite,start}')::float8`,
  loudness: sql<number | null>`(${recordings.measures} ->> 'integratedLufs')::float8`,
};
const NAMED = {
  id: submissions.id,
  trackTitle: submissions.trackTitle,
  artistName: submissions.artistName,
  peaks: recordings.peaks,
};

/** Those of these tracks that the public may hear, with where their hook is. */
export function readHooks(reader: DbOrTx, ids: readonly number[]) {
  return reader
    .select(HOOK)
    .from(submissions)
    .innerJoin(recordings, withRecording)
    .where(and(inArray(submissions.id, [...ids]), isShown));
}

export function readNamed(reader: DbOrTx, ids: readonly number[]) {
  return reader
    .select(NAMED)
    .from(submissions)
    .innerJoin(recordings, withRecording)
    .where(inArray(submissions.id, [...ids]));
}

/** Those whose turn it is, without the visitor's own. */
export function listCandidates(reader: DbOrTx, isTheirs: SQL, limit: number) {
  return reader
    .select({ id: submissions.id, phone: submissions.phoneE164 })
    .from(duelEntrants)
    .innerJoin(submissions, eq(submissions.id, duelEntrants.submissionId))
    .where(and(isShown, sql`${isTheirs} IS NOT TRUE`))
    .orderBy(asc(duelEntrants.turn), asc(duelEntrants.lot))
    .limit(limit);
}

const RANKED_SHOWN = 100;

export async function readRanking({ db }: Pick<Deps, 'db'>) {
  const rows = await db
    .select({ ...NAMED, ranked: duelRanks })
    .from(duelRanks)
    .innerJoin(submissions, eq(submissions.id, duelRanks.submissionId))
    .innerJoin(recordings, withRecording)
    .where(isShown)
    .orderBy(asc(duelRanks.rank), asc(submissions.id))
    .limit(RANKED_SHOWN);
  const tracks = rows.map(
    ({ ranked, ...track }, index): RankedTrack => ({
      ...track,
      // Counted again: one that was taken off since leaves no gap.
      rank: index + 1,
      chance: sayChance(ranked.strength),
      low: sayChance(ranked.low),
      high: sayChance(ranked.high),
      wins: ranked.wins,
      duels: ranked.duels,
    }),
  );
  const decided = await db.$count(duels, inArray(duels.answer, ['low', 'high']));
  return { tracks, decided, computedAt: rows[0]?.ranked.computedAt.toISOString() ?? null };
}

const LISTEN_PAGE = 8;

/** Goes once around; null when everything was listed. */
export async function listHooks({ db }: Pick<Deps, 'db'>, from: number) {
  const rows = await db
    .select({ ...NAMED, score: submissions.score, genre: submissions.genre, lot: duelEntrants.lot })
    .from(duelEntrants)
    .innerJoin(submissions, eq(submissions.id, duelEntrants.submissionId))
    .innerJoin(recordings, withRecording)
    // As the column holds it: what is too small for its four bytes is nothing, and PostgreSQL would not say so.
    .where(and(isShown, gt(duelEntrants.lot, Math.fround(from))))
    .orderBy(asc(duelEntrants.lot), desc(submissions.id))
    .limit(LISTEN_PAGE);
  const tracks = rows.map(
    ({ lot: _, score, genre, ...track }): ListenedTrack => ({
      ...track,
      score: score ?? 0,
      genre: genre ?? '',
      hookUrl: `/api/submissions/${track.id}/hook`,
    }),
  );
  return { tracks, next: rows.length === LISTEN_PAGE ? rows[LISTEN_PAGE - 1].lot : null };
}
