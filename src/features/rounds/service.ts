/** Rounds: closed once with their standings kept, a selection recorded with its reason, winners published. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#platform/audit.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError, sqlState } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import type { Round, Standing } from './contract.ts';
import { roundClosings, roundStandings } from './table.ts';

type RoundDeps = Pick<Deps, 'db' | 'clock' | 'campaign'>;
type CampaignRound = RoundDeps['campaign']['rounds'][number];
type Closing = typeof roundClosings.$inferSelect;

/** How many of the standings are shown. */
const SHOWN = 100;

function findRound({ campaign }: Pick<Deps, 'campaign'>, id: string): CampaignRound {
  const round = campaign.rounds.find((one) => one.id === id);
  if (!round) throw new AppError('not_found', 'Round not found');
  return round;
}

/** Entries of a round, best first: analysed and listed, made between its dates. Score, then earlier first. */
const entriesOf = (round: CampaignRound, best?: number) => sql`
  SELECT s.id AS submission_id, s.artist_name, s.track_title, s.score,
    row_number() OVER (ORDER BY s.score DESC, s.created_at, s.id)::int AS rank
  FROM (SELECT * FROM submissions s WHERE ${isEntry(round)}
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
    sql`SELECT count(*)::int AS count FROM submissions s WHERE ${isEntry(round)}`,
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

export async function closeRound(deps: RoundDeps, actor: StaffIdentity, id: string): Promise<number> {
  const round = findRound(deps, id);
  const now = deps.clock.now();
  if (new Date(round.startsAt) > now) throw new AppError('conflict', 'This round has not begun.');
  try {
    return await deps.db.transaction(async (tx) => {
      await tx.insert(roundClosings).values({ roundId: id, closedAt: now, closedBy: actor.id, entries: 0 });
      const { rows } = await tx.execute(sql`
        INSERT INTO round_standings (round_id, rank, submission_id, artist_name, track_title, score)
        SELECT ${id}, rank, submission_id, artist_name, track_title, score FROM (${entriesOf(round)}) entries
        RETURNING rank`);
      await tx.update(roundClosings).set({ entries: rows.length }).where(eq(roundClosings.roundId, id));
      await audit(tx, now, actor, 'round.close', id, { entries: rows.length });
      return rows.length;
    });
  } catch (error) {
    if (sqlState(error) === '23505') throw new AppError('conflict', 'This round is closed already.');
    throw error;
  }
}

export async function selectWinners(
  deps: RoundDeps,
  actor: StaffIdentity,
  id: string,
  { reason, winners }: { reason: string; winners: { submissionId: number; reason: string }[] },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const closing = await lockClosing(tx, id);
    if (closing.publishedAt) throw new AppError('conflict', 'The winners of this round are published.');
    await tx
      .update(roundStandings)
      .set({ selected: false, reason: '' })
      .where(eq(roundStandings.roundId, id));
    for (const winner of winners) {
      const changed = await tx
        .update(roundStandings)
        .set({ selected: true, reason: winner.reason })
        .where(and(eq(roundStandings.roundId, id), eq(roundStandings.submissionId, winner.submissionId)))
        .returning({ rank: roundStandings.rank });
      if (changed.length === 0)
        throw new AppError(
          'invalid',
          `Submission ${winner.submissionId} is not in the standings of this round.`,
        );
    }
    await tx.update(roundClosings).set({ reason }).where(eq(roundClosings.roundId, id));
    const detail = { reason, winners: winners.map((winner) => winner.submissionId) };
    await audit(tx, deps.clock.now(), actor, 'round.select', id, detail);
  });
}

export async function publishRound(deps: RoundDeps, actor: StaffIdentity, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const closing = await lockClosing(tx, id);
    if (closing.publishedAt) throw new AppError('conflict', 'The winners of this round are published.');
    if (!closing.reason) throw new AppError('conflict', 'Record the selection and its reason first.');
    const now = deps.clock.now();
    await tx.update(roundClosings).set({ publishedAt: now }).where(eq(roundClosings.roundId, id));
    await audit(tx, now, actor, 'round.publish', id, {});
  });
}

async function lockClosing(tx: Tx, id: string): Promise<Closing> {
  const [closing] = await tx.select().from(roundClosings).where(eq(roundClosings.roundId, id)).for('update');
  if (!closing) throw new AppError('conflict', 'This round is not closed.');
  return closing;
}

function audit(
  tx: Tx,
  at: Date,
  actor: StaffIdentity,
  action: `round.${string}`,
  id: string,
  detail: Record<string, unknown>,
): Promise<void> {
  return recordAudit(tx, { at, actor, action, subject: { type: 'round', id }, detail });
}

/** What the winners page shows. A track hidden since is taken out of the list, its place stays empty. */
export async function readWinners(deps: RoundDeps) {
  const closings = await deps.db.select().from(roundClosings).where(sql`published_at IS NOT NULL`);
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
    .select({ id: sql<number>`id` })
    .from(sql`submissions`)
    .where(and(inArray(sql`id`, ids), sql`hidden_at IS NOT NULL`));
  const gone = new Set(hidden.map((row) => row.id));
  return standings.filter((standing) => !gone.has(standing.submissionId));
}
