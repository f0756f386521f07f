/** Distribution: paid once a track, then an order with a state for each store. */
import { and, eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { ORDER_DUE_DAYS } from '#features/orders/rules.ts';
import { cancelOrder, openOrder } from '#features/orders/service.ts';
import { COPY as MONEY } from '#features/payments/copy.ts';
import { submissions } from '#features/submissions/table.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { GrantOutcome, PaidPayment } from '#ports/grants.ts';
import { COPY } from './copy.ts';

export type DistributionDeps = Pick<Deps, 'clock' | 'campaign'>;

export async function refuseDistributed(tx: Tx, submissionId: number): Promise<void> {
  const [track] = await tx
    .select({ paid: submissions.distributionPaid })
    .from(submissions)
    .where(and(eq(submissions.id, submissionId), eq(submissions.listed, true)));
  if (!track) throw new AppError('not_found', 'Submission not found');
  if (track.paid) throw new AppError('conflict', COPY.paid, { reason: 'paid' });
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
  if (!track) return { outcome: 'refused', reason: MONEY.trackGone };
  if (track.paid) return { outcome: 'refused', reason: COPY.paidBefore };
  await tx.update(submissions).set({ distributionPaid: true }).where(eq(submissions.id, submissionId));
  const { stores } = deps.campaign;
  await openOrder(deps, tx, paid, { dueDays: ORDER_DUE_DAYS.distribution, stores });
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
