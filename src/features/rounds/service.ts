/** Rounds: closed once, which keeps their standings; winners selected with a reason, then published. */
import { and, eq, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { requireSecond } from '#features/approvals/service.ts';
import { recordAudit } from '#platform/audit.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError, sqlState } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import { entriesOf } from './queries.ts';
import { roundClosings, roundStandings } from './table.ts';

type RoundDeps = Pick<Deps, 'db' | 'clock' | 'campaign' | 'config'>;
type CampaignRound = Deps['campaign']['rounds'][number];

function findRound({ campaign }: Pick<Deps, 'campaign'>, id: string): CampaignRound {
  const round = campaign.rounds.find((one) => one.id === id);
  if (!round) throw new AppError('not_found', 'Round not found');
  return round;
}

export async function closeRound(deps: RoundDeps, actor: StaffIdentity, id: string): Promise<number> {
  const round = findRound(deps, id);
  const now = deps.clock.now();
  if (new Date(round.startsAt) > now) throw new AppError('conflict', 'This round has not begun.');
  await refuseClosed(deps, id);
  const deed = { name: 'round.close', role: 'owner', detail: { round: id }, actor } as const;
  const approved = await requireSecond(deps, deed);
  try {
    return await deps.db.transaction(async (tx) => {
      await approved.spend(tx);
      await tx.insert(roundClosings).values({ roundId: id, closedAt: now, closedBy: actor.id, entries: 0 });
      const { rows } = await tx.execute(sql`
        INSERT INTO round_standings (round_id, rank, submission_id, artist_name, track_title, score)
        SELECT ${id}, rank, submission_id, artist_name, track_title, score FROM (${entriesOf(round)}) entries
        RETURNING rank`);
      await tx.update(roundClosings).set({ entries: rows.length }).where(eq(roundClosings.roundId, id));
      await audit(tx, now, actor, 'round.close', id, { entries: rows.length, ...approved.detail });
      return rows.length;
    });
  } catch (error) {
    if (sqlState(error) === '23505') throw new AppError('conflict', CLOSED);
    throw error;
  }
}

const CLOSED = 'This round is closed already.';

/** Before anybody is asked to confirm what cannot be done. */
async function refuseClosed({ db }: Pick<Deps, 'db'>, id: string): Promise<void> {
  const [closing] = await db
    .select({ id: roundClosings.roundId })
    .from(roundClosings)
    .where(eq(roundClosings.roundId, id));
  if (closing) throw new AppError('conflict', CLOSED);
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

export async function publishRound(
  deps: RoundDeps,
  actor: StaffIdentity,
  id: string,
  seen: { reason?: string; winners?: number[] },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const closing = await lockClosing(tx, id);
    if (closing.publishedAt) throw new AppError('conflict', 'The winners of this round are published.');
    if (!closing.reason) throw new AppError('conflict', 'Record the selection and its reason first.');
    await refuseUnseen(tx, closing, seen);
    const now = deps.clock.now();
    await tx.update(roundClosings).set({ publishedAt: now }).where(eq(roundClosings.roundId, id));
    await audit(tx, now, actor, 'round.publish', id, {});
  });
}

/** It cannot be taken back: a colleague may have recorded others meanwhile, or one's own ticks were never recorded. */
async function refuseUnseen(
  tx: Tx,
  closing: typeof roundClosings.$inferSelect,
  { reason = closing.reason, winners }: { reason?: string; winners?: number[] },
): Promise<void> {
  const rows = await tx
    .select({ id: roundStandings.submissionId })
    .from(roundStandings)
    .where(and(eq(roundStandings.roundId, closing.roundId), eq(roundStandings.selected, true)));
  const recorded = new Set(rows.map(({ id }) => id));
  const isSame = !winners || (winners.length === recorded.size && winners.every((one) => recorded.has(one)));
  if (!isSame || reason !== closing.reason)
    throw new AppError(
      'conflict',
      'Another selection is recorded than you see. Record yours, or read it again.',
    );
}

async function lockClosing(tx: Tx, id: string): Promise<typeof roundClosings.$inferSelect> {
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
