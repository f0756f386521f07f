/** Distribution: paid once a track, then an order with a state for each store. */
import { and, eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { COPY, ORDER_DUE_DAYS, REFUND_REASONS } from '#features/payments/rules.ts';
import { cancelOrder, openOrder } from '#features/payments/service-orders.ts';
import { submissions } from '#features/submissions/table.ts';
import { recordAudit, type StaffActor } from '#platform/audit.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { GrantOutcome, PaidPayment } from '#ports/grants.ts';
import type { StoreState } from './contract.ts';
import { distributionStores } from './table.ts';

export type DistributionDeps = Pick<Deps, 'clock' | 'campaign'>;

export async function refuseDistributed(tx: Tx, submissionId: number): Promise<void> {
  const [track] = await tx
    .select({ paid: submissions.distributionPaid })
    .from(submissions)
    .where(and(eq(submissions.id, submissionId), eq(submissions.listed, true)));
  if (!track) throw new AppError('not_found', 'Submission not found');
  if (track.paid) throw new AppError('conflict', COPY.distributed, { reason: 'paid' });
}

export async function startDistribution(
  deps: DistributionDeps,
  tx: Tx,
  paid: PaidPayment,
): Promise<GrantOutcome> {
  const submissionId = paid.submissionId!;
  const [track] = await tx
    .select({ paid: submissions.distributionPaid })
    .from(submissions)
    .where(eq(submissions.id, submissionId))
    .for('update');
  if (!track) return { outcome: 'refused', reason: REFUND_REASONS.trackGone };
  if (track.paid) return { outcome: 'refused', reason: REFUND_REASONS.distributed };
  await tx.update(submissions).set({ distributionPaid: true }).where(eq(submissions.id, submissionId));
  const order = await openOrder(deps, tx, paid, ORDER_DUE_DAYS.distribution);
  const stores = deps.campaign.stores.map((store, position) => ({
    orderId: order.id,
    store,
    position,
    changedAt: order.openedAt,
  }));
  await tx.insert(distributionStores).values(stores);
  return { outcome: 'granted', note: `Distribution to ${stores.length} stores ordered` };
}

export async function stopDistribution(
  deps: DistributionDeps,
  tx: Tx,
  paid: PaidPayment,
  reason: string,
): Promise<void> {
  await tx.update(submissions).set({ distributionPaid: false }).where(eq(submissions.id, paid.submissionId!));
  await cancelOrder(deps, tx, paid.id, reason);
}

/** Staff say how far a store is. */
export async function moveStore(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: StaffActor,
  orderId: number,
  { store, state }: StoreState,
): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const moved = await tx
      .update(distributionStores)
      .set({ state, changedAt: now })
      .where(and(eq(distributionStores.orderId, orderId), eq(distributionStores.store, store)))
      .returning({ store: distributionStores.store });
    if (moved.length === 0) throw new AppError('not_found', 'This order has no such store.');
    const subject = { type: 'order', id: orderId };
    const detail = { store, state };
    await recordAudit(tx, { at: now, actor, action: 'order.move-store', subject, detail });
  });
}
