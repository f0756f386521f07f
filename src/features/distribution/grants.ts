/** What a distribution payment gives: the track is distributed, and an order says to which stores. */
import type { Deps } from '#deps.ts';
import { listStandingOrders, pauseOrder } from '#features/payments/service-orders.ts';
import type { Grant } from '#ports/grants.ts';
import { refuseDistributed, startDistribution, stopDistribution } from './service.ts';

export function distributionGrants(deps: Pick<Deps, 'clock' | 'campaign'>): Grant[] {
  return [
    {
      products: ['distribution'],
      prepare: (tx, { submissionId }) => refuseDistributed(tx, submissionId!),
      grant: (tx, paid) => startDistribution(deps, tx, paid),
      revoke: (tx, paid, reason) => stopDistribution(deps, tx, paid, reason).then(() => null),
      pause: (tx, paid, paused) => pauseOrder(deps, tx, paid.id, paused),
      listGranted: (reader) => listStandingOrders(reader, ['distribution']),
    },
  ];
}
