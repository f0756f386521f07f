/** Duels that were shown and never answered: there is one for every page somebody opened and left. */
import { sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';

export async function sweepUnanswered(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  atMost: number,
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    DELETE FROM duels WHERE id IN (
      SELECT id FROM duels WHERE answer IS NULL
        AND served_at < ${clock.now().toISOString()}::timestamptz - interval '7 days'
      ORDER BY id LIMIT ${atMost})`);
  return rowCount ?? 0;
}
