/** Where the tracks of artist pages stood: each hour one statement ranks all and writes down what changed. */
import { sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { dayOf } from '#features/votes/rules.ts';

/** In the order of the fan battle (docs/adr/0008-fan-rank-from-a-histogram-and-its-moves.md). */
export async function keepRanks({
  db,
  clock,
  campaign,
}: Pick<Deps, 'db' | 'clock' | 'campaign'>): Promise<void> {
  await db.execute(sql`
    INSERT INTO rank_history (submission_id, day, rank)
    SELECT s.id, ${dayOf(clock.now(), campaign.timeZone)}::date, ranked.rank
    FROM (SELECT submission_id,
        row_number() OVER (ORDER BY votes DESC, score DESC, entered_at, submission_id) AS rank FROM fan_standings) ranked
      JOIN submissions s ON s.id = ranked.submission_id AND s.artist_id IS NOT NULL
      LEFT JOIN LATERAL (SELECT h.rank FROM rank_history h WHERE h.submission_id = s.id ORDER BY h.day DESC LIMIT 1) last
        ON true
    WHERE last.rank IS DISTINCT FROM ranked.rank
    ON CONFLICT (submission_id, day) DO UPDATE SET rank = excluded.rank`);
}
