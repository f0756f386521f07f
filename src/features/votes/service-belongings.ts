/** The votes of a visitor, from this browser or with their number, each with its receipt; and the ranks of their tracks. */
import { and, desc, eq, inArray, lt, or, sql } from 'drizzle-orm';
import type { Basis, Deps } from '#deps.ts';
import { submissions } from '#features/submissions/table.ts';
import type { DbOrTx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { Belonging, BelongingList, Belongings, ListPage, Owner, Rank } from '#ports/belongings.ts';
import { createFanRanking, type FanRanking } from './queries-rank.ts';
import { fanStandings, type VoteRow, votes } from './table.ts';

export function voteBelongings(deps: Basis): Belongings {
  let ranking: FanRanking | undefined;
  return {
    parts: { vote: (reader, owner, page) => listOwn(deps, reader, owner, page) },
    rankTracks(ids) {
      ranking ??= createFanRanking(deps);
      return rankTracks(deps, ranking, ids);
    },
  };
}

async function listOwn(
  { tokens }: Pick<Deps, 'tokens'>,
  reader: DbOrTx,
  { browserId, person }: Owner,
  { before, limit }: ListPage,
): Promise<BelongingList> {
  const isTheirs = or(
    ...(browserId ? [eq(votes.deviceDigest, tokens.digest('vote-device', browserId))] : []),
    ...(person ? [eq(votes.phoneE164, person.phone)] : []),
  );
  if (!isTheirs) return { items: [], total: 0 };
  // A person sees the vote that stands, once.
  const stands = person
    ? sql`(${votes.state} <> 'replaced' OR ${votes.phoneE164} IS DISTINCT FROM ${person.phone})`
    : undefined;
  const isCast = and(isTheirs, stands, sql`${votes.kind} <> 'adjustment'`);
  const rows = await reader
    .select({ vote: votes, trackTitle: submissions.trackTitle })
    .from(votes)
    .leftJoin(submissions, eq(submissions.id, votes.submissionId))
    .where(and(isCast, before ? lt(votes.id, before) : undefined))
    .orderBy(desc(votes.id))
    .limit(limit);
  const [{ total }] = await reader.select({ total: sql<number>`count(*)::int` }).from(votes).where(isCast);
  return { items: rows.map(({ vote, trackTitle }) => present(vote, trackTitle)), total };
}

const STATES: Record<VoteRow['state'], Pick<Belonging, 'state' | 'tone'>> = {
  counted: { state: 'Counted', tone: 'good' },
  // Of a number typed here: that its owner has voted since is not for this browser to know.
  replaced: { state: 'Counted', tone: 'good' },
  held: { state: 'Held for a check', tone: 'warm' },
  waiting: { state: 'Waiting', tone: 'warm' },
  voided: { state: 'Not counted', tone: 'hot' },
};

function present(vote: VoteRow, trackTitle: string | null): Belonging {
  const count = vote.voteCount === 1 ? '1 vote' : `${vote.voteCount} votes`;
  return {
    id: vote.id,
    title: trackTitle ?? 'A track that was deleted',
    ...STATES[vote.state],
    note:
      vote.state === 'counted' || vote.state === 'replaced' ? count : `${count}. ${vote.reason ?? ''}`.trim(),
    next: { label: 'Receipt', path: `/vote-receipt/${vote.receiptCode}` },
    also: null,
    at: vote.createdAt,
  };
}

/** Questions asked at once share one statement. */
export async function rankTracks(
  { db }: Pick<Deps, 'db'>,
  ranking: FanRanking,
  ids: readonly number[],
): Promise<Map<number, Rank>> {
  const ranked = await db
    .select({ id: fanStandings.submissionId })
    .from(fanStandings)
    .where(inArray(fanStandings.submissionId, [...ids]));
  const found = await Promise.all(
    ranked.map(async ({ id }) => {
      const place = await ranking.simulate(id).catch((error) => {
        // Taken off the ranking since: it has no rank.
        if (error instanceof AppError) return null;
        throw error;
      });
      return [id, place] as const;
    }),
  );
  return new Map(
    found.flatMap(([id, place]) =>
      place
        ? [[id, { rank: place.currentRank, of: place.totalRanked, votes: place.voteCount }] as const]
        : [],
    ),
  );
}
