/** What a distribution payment gives: the track is distributed, and an order says to which stores. */
import type { Deps } from '#deps.ts';
import { orderedGrant } from '#features/orders/grants.ts';
import type { Grant } from '#ports/grants.ts';
import { findWrongFlags } from './queries-check.ts';
import { refuseDistributed, startDistribution, stopDistribution } from './service.ts';

export function distributionGrants(deps: Pick<Deps, 'clock' | 'campaign'>): Grant[] {
  const ordered = orderedGrant(deps, ['distribution']);
  return [
    {
      ...ordered,
      products: ['distribution'],
      prepare: (tx, { submissionId }) => refuseDistributed(tx, submissionId!),
      grant: (tx, paid) => startDistribution(deps, tx, paid),
      revoke: (tx, paid, reason) => stopDistribution(deps, tx, paid, reason).then(() => null),
      findDiscrepancies: async (reader) => [
        ...(await ordered.findDiscrepancies(reader)),
        ...(await findWrongFlags(reader)),
      ],
    },
  ];
}
