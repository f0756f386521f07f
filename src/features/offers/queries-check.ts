/** For check-money: whether places and entries are what was paid for. Reads only. */
import { and, eq, exists, ne, not, notExists, type SQL } from 'drizzle-orm';
import { hasStandingOrder } from '#features/orders/queries-check.ts';
import { orders } from '#features/orders/table.ts';
import { submissions } from '#features/submissions/table.ts';
import type { DbOrTx } from '#platform/db/connect.ts';
import { labelEntries, type PoolName, places } from './table.ts';

const isOfPlace = eq(orders.paymentId, places.paymentId);

/** Every tour place that was sold has its order, and every tour order its place. */
export async function findWrongPlaces(reader: DbOrTx): Promise<string[]> {
  const ownerless = await reader
    .select({ track: places.submissionId })
    .from(places)
    .where(
      and(
        eq(places.pool, 'tour'),
        eq(places.state, 'taken'),
        not(hasStandingOrder(reader, ['tourEntry'], isOfPlace)),
      ),
    );
  const placeless = await listPlaceless(reader, 'tour', 'tourEntry');
  return [
    ...ownerless.map(({ track }) => `The tour place of submission ${track} has no standing order.`),
    ...placeless.map((id) => `The tour order ${id} has no place.`),
  ];
}

/** A discounted spot that was sold stays sold; who paid an entry is entered, and nobody else. */
export async function findWrongEntries(reader: DbOrTx): Promise<string[]> {
  const track = reader.select().from(submissions).where(eq(submissions.id, orders.submissionId));
  const spotless = await listPlaceless(reader, 'discounted', 'discountedEntry', exists(track));
  const isOf = eq(orders.submissionId, labelEntries.submissionId);
  const isEntered = hasStandingOrder(reader, ['standardEntry', 'discountedEntry'], isOf);
  const wrong = await reader.select().from(labelEntries).where(ne(labelEntries.paymentCompleted, isEntered));
  return [
    ...spotless.map((id) => `The discounted entry order ${id} has no discounted spot.`),
    ...wrong.map((entry) => `Submission ${entry.submissionId} counts as entered: ${entry.paymentCompleted}`),
  ];
}

/** Standing orders whose payment took no place of the pool. */
async function listPlaceless(
  reader: DbOrTx,
  pool: PoolName,
  product: 'tourEntry' | 'discountedEntry',
  condition?: SQL,
): Promise<number[]> {
  const place = reader
    .select()
    .from(places)
    .where(and(eq(places.pool, pool), eq(places.state, 'taken'), isOfPlace));
  const rows = await reader
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.product, product), ne(orders.state, 'cancelled'), notExists(place), condition));
  return rows.map(({ id }) => id);
}
