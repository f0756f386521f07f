/** Comparisons with the provider and the sandbox's events: after three months nobody asks about either. */
import { sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';

const LIFE_MS = 90 * 86_400_000;

export async function sweepPayments(
  deps: Pick<Deps, 'db' | 'clock' | 'payments'>,
  atMost: number,
): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - LIFE_MS);
  const events = (await deps.payments.sandbox?.sweepEvents(before, atMost)) ?? 0;
  return events + (await sweepRuns(deps, atMost));
}

/** They come every ten minutes. */
export async function sweepRuns({ db, clock }: Pick<Deps, 'db' | 'clock'>, atMost: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    DELETE FROM reconciliation_runs WHERE id IN (
      SELECT id FROM reconciliation_runs WHERE started_at < ${clock.now().toISOString()}::timestamptz - interval '90 days'
        -- The last that ended is shown, however old it is.
        AND id < (SELECT max(id) FROM reconciliation_runs WHERE finished_at IS NOT NULL)
      ORDER BY id LIMIT ${atMost})`);
  return rowCount ?? 0;
}
