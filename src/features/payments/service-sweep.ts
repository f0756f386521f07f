/** Comparisons with the provider come every ten minutes; after three months nobody asks what one of them found. */
import { sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';

export async function sweepRuns({ db, clock }: Pick<Deps, 'db' | 'clock'>, atMost: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    DELETE FROM reconciliation_runs WHERE id IN (
      SELECT id FROM reconciliation_runs WHERE started_at < ${clock.now().toISOString()}::timestamptz - interval '90 days'
        -- The last that ended is shown, however old it is.
        AND id < (SELECT max(id) FROM reconciliation_runs WHERE finished_at IS NOT NULL)
      ORDER BY id LIMIT ${atMost})`);
  return rowCount ?? 0;
}
