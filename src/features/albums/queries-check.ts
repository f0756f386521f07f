/** For check-money: whether an album counts as submitted or distributed exactly while an order for it stands. Reads only. */
import { eq, ne, or } from 'drizzle-orm';
import { hasStandingOrder } from '#features/orders/queries-check.ts';
import { orders } from '#features/orders/table.ts';
import type { DbOrTx } from '#platform/db/connect.ts';
import { albums } from './table.ts';

export async function findWrongFlags(reader: DbOrTx): Promise<string[]> {
  const isOf = eq(orders.albumId, albums.id);
  const rows = await reader
    .select({ id: albums.id, submitted: albums.submissionPaid, distributed: albums.distributionPaid })
    .from(albums)
    .where(
      or(
        ne(albums.submissionPaid, hasStandingOrder(reader, ['albumSubmission'], isOf)),
        ne(albums.distributionPaid, hasStandingOrder(reader, ['albumWinner', 'albumPublication'], isOf)),
      ),
    );
  return rows.map(
    ({ id, submitted, distributed }) =>
      `Album ${id} counts as submitted: ${submitted}, as distributed: ${distributed}`,
  );
}
