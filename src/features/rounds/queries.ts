/** Reads of rounds: their standings, and the winners page. */
import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { submissions } from '#features/submissions/table.ts';
import type { Round, Standing } from './contract.ts';
import { roundClosings, roundStandings } from './table.ts';

type RoundDeps = Pick<Deps, 'db' | 'clock' | 'campaign'>;
type CampaignRound = Deps['campaign']['rounds'][number];
type Closing = typeof roundClosings.$inferSelect;

/** How many standings are shown. */
const SHOWN = 100;

/** Entries of a round, best first: analysed and listed tracks submitted between its dates; of equal scores the earlier one. */
export const entriesOf = (round: CampaignRound, best?: number) => sql`
  SELECT s.id AS submission_id, s.artist_name, s.track_title, s.score,
    row_number() OVER (ORDER BY s.score DESC, s.created_at, s.id)::int AS rank
  FROM (SELECT * FROM ${submissions} s WHERE ${isEntry(round)}
    ${best === undefined ? sql`` : sql`ORDER BY s.score DESC, s.created_at, s.id LIMIT ${best}`}) s`;

const isEntry = (round: CampaignRound) => sql`s.analyzed AND s.listed
  AND s.created_at >= ${round.startsAt} AND s.created_at <= ${round.endsAt}`;

export async function listRounds(deps: RoundDeps): Promise<Round[]> {
  const closings = await deps.db.select().from(roundClosings);
  return Promise.all(
    deps.campaign.rounds.map(async (round) => {
      const closing = closings.find((one) => one.roundId === round.id);
      const { id, name, startsAt, endsAt } = round;
      return {
        id,
        name,
        startsAt,
        endsAt,
        state: stateOf(round, closing, deps.clock.now()),
        entries: closing?.entries ?? (await countEntries(deps, round)),
        closedAt: closing?.closedAt.toISOString() ?? null,
        publishedAt: closing?.publishedAt?.toISOString() ?? null,
        reason: closing?.reason ?? '',
        standings: closing ? await readStandings(deps, id) : await readLive(deps, round),
      };
    }),
  );
}

function stateOf(round: CampaignRound, closing: Closing | undefined, now: Date): Round['state'] {
  if (closing) return closing.publishedAt ? 'published' : 'closed';
  if (new Date(round.startsAt) > now) return 'to come';
  return new Date(round.endsAt) < now ? 'over' : 'running';
}

async function countEntries({ db }: RoundDeps, round: CampaignRound): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM ${submissions} s WHERE ${isEntry(round)}`,
  );
  return rows[0].count;
}

async function readLive({ db }: RoundDeps, round: CampaignRound): Promise<Standing[]> {
  const { rows } = await db.execute<{
    submission_id: number;
    artist_name: string;
    track_title: string;
    score: number;
    rank: number;
  }>(sql`${entriesOf(round, 50)} ORDER BY rank`);
  return rows.map((row) => ({
    rank: row.rank,
    submissionId: row.submission_id,
    artistName: row.artist_name,
    trackTitle: row.track_title,
    score: row.score,
    selected: false,
    reason: '',
  }));
}

async function readStandings({ db }: Pick<Deps, 'db'>, roundId: string): Promise<Standing[]> {
  const rows = await db
    .select()
    .from(roundStandings)
    .where(
      and(
        eq(roundStandings.roundId, roundId),
        sql`(${roundStandings.rank} <= ${SHOWN} OR ${roundStandings.selected})`,
      ),
    )
    .orderBy(asc(roundStandings.rank));
  return rows.map(({ roundId: _, ...standing }) => standing);
}

/** The winners page. A track hidden since is left out; its rank stays empty. */
export async function readWinners(deps: RoundDeps) {
  const closings = await deps.db.select().from(roundClosings).where(isNotNull(roundClosings.publishedAt));
  return Promise.all(
    closings.map(async (closing) => {
      const standings = await withoutHidden(deps, await readStandings(deps, closing.roundId));
      return {
        id: closing.roundId,
        name: deps.campaign.rounds.find((round) => round.id === closing.roundId)?.name ?? closing.roundId,
        closedAt: closing.closedAt.toISOString(),
        publishedAt: closing.publishedAt!.toISOString(),
        entries: closing.entries,
        reason: closing.reason,
        winners: standings.filter((standing) => standing.selected),
        standings: standings.filter((standing) => standing.rank <= SHOWN),
      };
    }),
  );
}

async function withoutHidden({ db }: Pick<Deps, 'db'>, standings: Standing[]): Promise<Standing[]> {
  if (standings.length === 0) return standings;
  const ids = standings.map((standing) => standing.submissionId);
  const hidden = await db
    .select({ id: submissions.id })
    .from(submissions)
    .where(and(inArray(submissions.id, ids), isNotNull(submissions.hiddenAt)));
  const gone = new Set(hidden.map((row) => row.id));
  return standings.filter((standing) => !gone.has(standing.submissionId));
}
