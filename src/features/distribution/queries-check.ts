/** For check-money: whether a track counts as distributed exactly while an order for it stands. Reads only. */
import { eq, ne } from 'drizzle-orm';
import { hasStandingOrder } from '#features/orders/queries-check.ts';
import { orders } from '#features/orders/table.ts';
import { submissions } from '#features/submissions/table.ts';
import type { DbOrTx } from '#platform/db/connect.ts';

export async function findWrongFlags(reader: DbOrTx): Promise<string[]> {
  const isOrdered = hasStandingOrder(reader, ['distribution'], eq(orders.submissionId, submissions.id));
  const rows = await reader
    .select({ id: submissions.id, paid: submissions.distributionPaid })
    .from(submissions)
    .where(ne(submissions.distributionPaid, isOrdered));
  return rows.map(({ id, paid }) => `Submission ${id} counts as distributed: ${paid}`);
}
