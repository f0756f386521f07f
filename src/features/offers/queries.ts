/** Reads for the pitch page: the offer as it stands, the round's ranking, and the letter made of both. */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { wasSent } from '#features/follow-ups/queries.ts';
import { artistUpdates } from '#features/follow-ups/table.ts';
import { submissions } from '#features/submissions/table.ts';
import { AppError } from '#platform/errors.ts';
import type { Offer, RoundRanking } from './contract.ts';
import { offerState, percentOff, topPercent } from './rules.ts';
import { labelEntries, type OfferRow, places } from './table.ts';

export async function presentOffer(
  { db, clock, campaign }: Pick<Deps, 'db' | 'clock' | 'campaign'>,
  offer: OfferRow,
): Promise<Offer> {
  const now = clock.now();
  const rows = await db.select().from(places).where(eq(places.pool, 'discounted'));
  const live = rows.filter((place) => place.heldUntil === null || place.heldUntil > now);
  const own = live.find((place) => place.submissionId === offer.submissionId);
  const [entry] = await db
    .select({ paid: labelEntries.paymentCompleted })
    .from(labelEntries)
    .where(eq(labelEntries.submissionId, offer.submissionId));
  // A spot this artist is paying for is still to be had by this artist.
  const spotsLeft = Math.max(0, campaign.places.discounted - live.length) + (own?.state === 'paying' ? 1 : 0);
  const state = offerState({
    expiresAt: offer.expiresAt,
    now,
    spotsLeft,
    ownSpot: own?.state === 'taken' || own?.state === 'paying' ? own.state : 'none',
    entered: entry?.paid ?? false,
  });
  const { standardEntry, discountedEntry } = campaign.prices;
  return {
    state,
    expiresAt: offer.expiresAt.toISOString(),
    spotsLeft,
    spots: campaign.places.discounted,
    percentOff: percentOff(campaign.prices),
    standardCents: standardEntry,
    discountedCents: discountedEntry,
    priceCents: state === 'live' ? discountedEntry : standardEntry,
    product: state === 'live' ? 'discountedEntry' : 'standardEntry',
    serverTime: now.toISOString(),
  };
}

const SHOWN_ROWS = 5;

interface RankedRow extends Record<string, unknown> {
  id: number;
  rank: number;
  artist_name: string;
  track_title: string;
  score: number;
  entries: number;
}

/** The place among the analysed submissions made between the first round's dates. */
export async function readRoundRanking(
  { db, campaign }: Pick<Deps, 'db' | 'campaign'>,
  id: number,
): Promise<RoundRanking> {
  const [round] = campaign.rounds;
  // Kept counts instead of a sort of the whole round (migrations/0046_kept_counts.sql).
  const isEntry = sql`s.analyzed AND s.listed AND s.created_at >= ${round.startsAt} AND s.created_at < ${round.endsAt}`;
  const { rows } = await db.execute<RankedRow>(sql`
    WITH best AS (
      SELECT s.id, s.artist_name, s.track_title, s.score, row_number() OVER (ORDER BY s.score DESC, s.created_at, s.id) AS rank
      FROM (SELECT * FROM submissions s WHERE ${isEntry} ORDER BY s.score DESC, s.created_at, s.id LIMIT ${SHOWN_ROWS}) s),
    mine AS (
      SELECT s.id, s.artist_name, s.track_title, s.score,
        1 + count_entries(${round.startsAt}, ${round.endsAt}, s.score + 1)
          + count_older(s.score, s.created_at, s.id) - count_older(s.score, ${round.startsAt}, 0) AS rank
      FROM submissions s WHERE s.id = ${id} AND ${isEntry} AND s.id NOT IN (SELECT best.id FROM best)),
    size AS MATERIALIZED (SELECT count_entries(${round.startsAt}, ${round.endsAt}, 0) AS entries)
    SELECT ranked.id, ranked.artist_name, ranked.track_title, ranked.score, ranked.rank::int, size.entries
    FROM size, (SELECT * FROM best UNION ALL SELECT * FROM mine) ranked ORDER BY rank`);
  const mine = rows.find((row) => row.id === id);
  const entries = rows[0]?.entries ?? 0;
  return {
    round: round.name,
    rank: mine?.rank ?? null,
    entries,
    topPercent: mine ? topPercent(mine.rank, entries) : null,
    rows: rows.map((row) => ({
      rank: row.rank,
      artistName: row.artist_name,
      trackTitle: row.track_title,
      score: row.score,
      mine: row.id === id,
    })),
  };
}

/** What the letter may speak of: the track, and the last word staff recorded about it. */
export async function readTrackFacts({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: number) {
  const [track] = await db
    .select({
      artistName: submissions.artistName,
      trackTitle: submissions.trackTitle,
      score: submissions.score,
    })
    .from(submissions)
    .where(eq(submissions.id, id));
  if (!track) throw new AppError('not_found', 'Submission not found');
  const [last] = await db
    .select({ status: artistUpdates.status })
    .from(artistUpdates)
    .where(and(eq(artistUpdates.submissionId, id), wasSent(clock.now())))
    .orderBy(desc(artistUpdates.id))
    .limit(1);
  return { ...track, recorded: last?.status ?? null };
}
