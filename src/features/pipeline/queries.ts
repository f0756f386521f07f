/** Reports over time, each in one statement. An answer is the first thing staff wrote to the artist about a track. */
import { sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import type { PipelineReport } from './contract.ts';
import { REPORT_WEEKS, STAGES } from './limits.ts';

export async function readReport({
  db,
  clock,
  campaign,
}: Pick<Deps, 'db' | 'clock' | 'campaign'>): Promise<PipelineReport> {
  const zone = campaign.timeZone;
  const thisWeek = sql`date_trunc('week', ${clock.now()}::timestamptz AT TIME ZONE ${zone})`;
  const first = sql`((${thisWeek} - make_interval(weeks => ${REPORT_WEEKS - 1})) AT TIME ZONE ${zone})`;
  const tracks = sql`
    SELECT s.created_at, s.genre, u.at AS answered_at, h.at AS heard_at FROM submissions s
    LEFT JOIN LATERAL (SELECT min(h.heard_at) AS at FROM track_hearings h WHERE h.submission_id = s.id) h ON true
    LEFT JOIN LATERAL (SELECT min(a.created_at) AS at FROM artist_updates a WHERE a.submission_id = s.id) u ON true
    WHERE s.archive_id IS NULL AND NOT s.demo AND s.created_at >= ${first}`;
  const week = (at: ReturnType<typeof sql>) => sql`date_trunc('week', ${at} AT TIME ZONE ${zone})`;
  const [weeks, genres, days, reached, reviewers] = await Promise.all([
    db.execute<PipelineReport['weeks'][number] & Record<string, unknown>>(sql`
      WITH t AS MATERIALIZED (${tracks})
      SELECT w::date::text AS week, count(t.created_at) FILTER (WHERE ${week(sql`t.created_at`)} = w)::int AS received,
        count(t.heard_at) FILTER (WHERE ${week(sql`t.heard_at`)} = w)::int AS heard,
        count(t.answered_at) FILTER (WHERE ${week(sql`t.answered_at`)} = w)::int AS answered
      FROM generate_series(${thisWeek} - make_interval(weeks => ${REPORT_WEEKS - 1}), ${thisWeek}, interval '1 week') w
      LEFT JOIN t ON w IN (${week(sql`t.created_at`)}, ${week(sql`t.heard_at`)}, ${week(sql`t.answered_at`)})
      GROUP BY w ORDER BY w`),
    db.execute<PipelineReport['genres'][number] & Record<string, unknown>>(sql`
      SELECT coalesce(t.genre, 'Not heard yet') AS genre, count(*)::int AS received, count(t.answered_at)::int AS answered
      FROM (${tracks}) t GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 12`),
    db.execute<{ days: number | null }>(sql`
      SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM t.answered_at - t.created_at) / 86400) AS days
      FROM (${tracks}) t WHERE t.answered_at IS NOT NULL`),
    db.execute<{ stage: string; deals: number }>(
      sql`SELECT t.stage, count(DISTINCT t.deal_id)::int AS deals FROM deal_steps t GROUP BY t.stage`,
    ),
    db.execute<PipelineReport['reviewers'][number] & Record<string, unknown>>(sql`
      SELECT p.name, p.heard, p.rated, p.answered FROM (
        SELECT a.id, a.name,
          (SELECT count(*) FROM track_hearings h WHERE h.staff_id = a.id AND h.heard_at >= ${first})::int AS heard,
          (SELECT count(r.rating) FROM track_ratings r WHERE r.staff_id = a.id AND r.rated_at >= ${first})::int AS rated,
          (SELECT count(DISTINCT u.submission_id) FROM artist_updates u
            WHERE u.made_by = a.id AND u.recalled_at IS NULL AND u.created_at >= ${first})::int AS answered
        FROM admins a) p
      WHERE p.heard + p.rated + p.answered > 0 ORDER BY p.heard DESC, p.name, p.id LIMIT 50`),
  ]);
  const middle = days.rows[0].days;
  return {
    weeks: weeks.rows,
    genres: genres.rows,
    reviewers: reviewers.rows,
    daysToAnswer: middle === null ? null : Math.round(middle * 10) / 10,
    reached: STAGES.map((stage) => ({
      stage,
      deals: reached.rows.find((row) => row.stage === stage)?.deals ?? 0,
    })),
  };
}
