/** For check-money: whether places and entries are what was paid for. Reads only. */
import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#platform/db/connect.ts';

/** A discounted spot that was sold stays sold; who paid an entry is entered, and nobody else. */
export async function findWrongEntries(reader: DbOrTx): Promise<string[]> {
  const { rows } = await reader.execute<{ problem: string }>(sql`
    SELECT 'The discounted entry order ' || o.id || ' has no discounted spot.' AS problem
    FROM orders o WHERE o.product = 'discountedEntry' AND o.state <> 'cancelled'
      AND EXISTS (SELECT 1 FROM submissions s WHERE s.id = o.submission_id)
      AND NOT EXISTS (SELECT 1 FROM places pl
        WHERE pl.pool = 'discounted' AND pl.state = 'taken' AND pl.payment_id = o.payment_id)
    UNION ALL
    SELECT 'Submission ' || e.submission_id || ' counts as entered: ' || e.payment_completed
    FROM label_entries e WHERE e.payment_completed <> EXISTS (SELECT 1 FROM orders o
      WHERE o.submission_id = e.submission_id AND o.product IN ('standardEntry', 'discountedEntry')
        AND o.state <> 'cancelled')`);
  return rows.map(({ problem }) => problem);
}
