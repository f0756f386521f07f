/**
 * Tells artists who asked for it that somebody overtook them: the ranks of their tracks are compared with those of the
 * last look, once an hour and not when votes are cast. At most one notice a number and a day.
 */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { addNotice } from '#features/notices/service.ts';
import { noticeSettings } from '#features/notices/table.ts';
import { digestPhone } from '#features/sms/service.ts';
import { submissions } from '#features/submissions/table.ts';
import type { Tx } from '#platform/db/connect.ts';
import type { FanRanking } from './queries-rank.ts';
import { dayOf, isOver } from './rules.ts';
import { rankTracks } from './service-belongings.ts';
import { fanStandings, rankWatches } from './table.ts';

type WatchDeps = Pick<Deps, 'db' | 'clock' | 'campaign' | 'tokens' | 'queue'>;

/** So many tracks are looked at together. */
const BATCH = 500;

export async function watchRanks(deps: WatchDeps, ranking: FanRanking): Promise<void> {
  if (isOver(deps.campaign, deps.clock.now())) return;
  let after = 0;
  for (;;) {
    const watched = await listWatched(deps, after);
    if (watched.length === 0) return;
    await compareRanks(deps, ranking, watched);
    after = watched[watched.length - 1].id;
  }
}

type Watched = Awaited<ReturnType<typeof listWatched>>[number];

function listWatched({ db }: WatchDeps, after: number) {
  return db
    .select({
      id: submissions.id,
      phone: noticeSettings.phoneE164,
      trackTitle: submissions.trackTitle,
      seen: rankWatches.rank,
    })
    .from(noticeSettings)
    .innerJoin(submissions, eq(submissions.phoneE164, noticeSettings.phoneE164))
    .innerJoin(fanStandings, eq(fanStandings.submissionId, submissions.id))
    .leftJoin(rankWatches, eq(rankWatches.submissionId, submissions.id))
    .where(and(eq(noticeSettings.overtaken, true), sql`${submissions.id} > ${after}`))
    .orderBy(submissions.id)
    .limit(BATCH);
}

async function compareRanks(
  deps: WatchDeps,
  ranking: FanRanking,
  watched: readonly Watched[],
): Promise<void> {
  const ids = watched.map(({ id }) => id);
  const ranks = await rankTracks(deps, ranking, ids);
  const lost = watched.filter(({ id, seen }) => seen !== null && (ranks.get(id)?.rank ?? 0) > seen);
  const rivals = await findRivals(
    deps,
    lost.map(({ id }) => id),
  );
  await deps.db.transaction(async (tx) => {
    await keepRanks(deps, tx, new Map([...ranks].map(([id, { rank }]) => [id, rank])));
    for (const track of lost)
      await tellOvertaken(deps, tx, track, ranks.get(track.id)!.rank, rivals.get(track.id));
  });
}

/** Who stands right before each of these now. */
async function findRivals({ db }: WatchDeps, ids: number[]): Promise<Map<number, string>> {
  const { rows } = await db.execute<{ id: number; rival: string }>(sql`
    SELECT own.submission_id AS id, s.artist_name AS rival
    FROM fan_standings own CROSS JOIN LATERAL (
      SELECT f.submission_id FROM fan_standings f
      WHERE f.votes >= own.votes AND f.submission_id <> own.submission_id
        AND (f.votes, f.score, own.entered_at, own.submission_id) > (own.votes, own.score, f.entered_at, f.submission_id)
      ORDER BY f.votes, f.score, f.entered_at DESC, f.submission_id DESC LIMIT 1
    ) above JOIN submissions s ON s.id = above.submission_id
    WHERE own.submission_id = ANY(${sql.param(ids)}::int[])`);
  return new Map(rows.map(({ id, rival }) => [id, rival]));
}

async function keepRanks({ clock }: WatchDeps, tx: Tx, ranks: Map<number, number>): Promise<void> {
  const rows = [...ranks].map(([submissionId, rank]) => ({ submissionId, rank, seenAt: clock.now() }));
  if (rows.length === 0) return;
  // Deleted since: it has no rank any more.
  const there = await tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(
      inArray(
        submissions.id,
        rows.map(({ submissionId }) => submissionId),
      ),
    )
    .for('key share');
  const kept = new Set(there.map(({ id }) => id));
  await tx
    .insert(rankWatches)
    .values(rows.filter(({ submissionId }) => kept.has(submissionId)))
    .onConflictDoUpdate({
      target: rankWatches.submissionId,
      set: { rank: sql`excluded.rank`, seenAt: sql`excluded.seen_at` },
    });
}

async function tellOvertaken(
  deps: WatchDeps,
  tx: Tx,
  { id, phone, trackTitle, seen }: Watched,
  rank: number,
  rival: string | undefined,
): Promise<void> {
  const day = dayOf(deps.clock.now(), deps.campaign.timeZone);
  await addNotice(deps, tx, {
    kind: 'overtaken',
    key: `overtaken:${digestPhone(deps, phone)}:${day}`,
    about: { submissionId: id },
    phone,
    title: 'Somebody overtook you',
    // Who passed since the last look is not kept; who stands there now is.
    body: `“${trackTitle}” is #${rank} now, after #${seen}.${rival ? ` Right ahead: ${rival}.` : ''}`,
    path: `/artist-vote/${id}`,
  });
}
