/** Reads of distribution: paid or not, and how far each store is. */
import { and, eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import type { Store } from '#features/orders/contract.ts';
import { findStandingOrder, readStores } from '#features/orders/queries.ts';
import { submissions } from '#features/submissions/table.ts';
import { AppError } from '#platform/errors.ts';
import type { DistributionStatus } from './contract.ts';

export async function readDistribution(
  { db, campaign }: Pick<Deps, 'db' | 'campaign'>,
  submissionId: number,
): Promise<DistributionStatus> {
  const [track] = await db
    .select({ paid: submissions.distributionPaid })
    .from(submissions)
    .where(and(eq(submissions.id, submissionId), eq(submissions.listed, true)));
  if (!track) throw new AppError('not_found', 'Submission not found');
  const order = await findStandingOrder(db, submissionId, 'distribution');
  const stores: Store[] = order
    ? ((await readStores(db, [order.id])).get(order.id) ?? [])
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
