/** Reads of distribution: paid or not, and how far each store is. */
import { and, asc, desc, eq, ne } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { orders } from '#features/payments/table.ts';
import { submissions } from '#features/submissions/table.ts';
import { AppError } from '#platform/errors.ts';
import type { DistributionStatus, StoreState } from './contract.ts';
import { distributionStores } from './table.ts';

export async function readDistribution(
  { db, campaign }: Pick<Deps, 'db' | 'campaign'>,
  submissionId: number,
): Promise<DistributionStatus> {
  const [track] = await db
    .select({ paid: submissions.distributionPaid })
    .from(submissions)
    .where(and(eq(submissions.id, submissionId), eq(submissions.listed, true)));
  if (!track) throw new AppError('not_found', 'Submission not found');
  const [order] = await db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.submissionId, submissionId),
        eq(orders.product, 'distribution'),
        ne(orders.state, 'cancelled'),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(1);
  const stores: StoreState[] = order
    ? await readStores(db, order.id)
    : campaign.stores.map((store) => ({ store, state: 'planned' }));
  return {
    isPaid: track.paid,
    order: order
      ? { state: order.state, openedAt: order.openedAt.toISOString(), dueAt: order.dueAt.toISOString() }
      : null,
    stores,
    moreStores: campaign.moreStores,
    releaseDate: campaign.releaseDate,
  };
}

function readStores(db: Deps['db'], orderId: number): Promise<StoreState[]> {
  return db
    .select({ store: distributionStores.store, state: distributionStores.state })
    .from(distributionStores)
    .where(eq(distributionStores.orderId, orderId))
    .orderBy(asc(distributionStores.position));
}
