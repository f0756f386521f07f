/** What a tour entry and a final round entry give: a place, an entry, and an order for the people who see to it. */
import type { Deps } from '#deps.ts';
import { ORDER_DUE_DAYS } from '#features/payments/rules.ts';
import { cancelOrder, listStandingOrders, openOrder, pauseOrder } from '#features/payments/service-orders.ts';
import type { Grant } from '#ports/grants.ts';
import { findWrongEntries } from './queries-check.ts';
import { leaveEntry, reserveEntry, takeEntry } from './service.ts';
import { releasePlace, releaseWhilePaying } from './service-places.ts';
import { reserveTourPlace, takeTourPlace } from './service-tour.ts';

type GrantDeps = Pick<Deps, 'clock' | 'campaign'>;

export function offerGrants(deps: GrantDeps): Grant[] {
  return [tourGrant(deps), entryGrant(deps)];
}

function tourGrant(deps: GrantDeps): Grant {
  return {
    products: ['tourEntry'],
    prepare: (tx, { submissionId }) => reserveTourPlace(deps, tx, submissionId!),
    release: (tx, { submissionId }) => releaseWhilePaying(tx, 'tour', submissionId!),
    async grant(tx, paid) {
      const outcome = await takeTourPlace(deps, tx, paid);
      if (outcome.outcome === 'granted') await openOrder(deps, tx, paid, ORDER_DUE_DAYS.tour);
      return outcome;
    },
    async revoke(tx, paid, reason) {
      await releasePlace(tx, 'tour', paid.submissionId!, paid.id);
      await cancelOrder(deps, tx, paid.id, reason);
      return null;
    },
    pause: (tx, paid, paused) => pauseOrder(deps, tx, paid.id, paused),
    listGranted: (reader) => listStandingOrders(reader, ['tourEntry']),
  };
}

function entryGrant(deps: GrantDeps): Grant {
  return {
    products: ['standardEntry', 'discountedEntry'],
    prepare: (tx, { product, submissionId }) =>
      reserveEntry(deps, tx, submissionId!, product === 'discountedEntry'),
    async release(tx, { product, submissionId }) {
      if (product === 'discountedEntry') await releaseWhilePaying(tx, 'discounted', submissionId!);
    },
    async grant(tx, paid) {
      const outcome = await takeEntry(deps, tx, paid);
      if (outcome.outcome === 'granted') await openOrder(deps, tx, paid, ORDER_DUE_DAYS.entry);
      return outcome;
    },
    async revoke(tx, paid, reason) {
      await leaveEntry(tx, paid);
      await cancelOrder(deps, tx, paid.id, reason);
      return null;
    },
    pause: (tx, paid, paused) => pauseOrder(deps, tx, paid.id, paused),
    listGranted: (reader) => listStandingOrders(reader, ['standardEntry', 'discountedEntry']),
    findWrongMeasure: findWrongEntries,
  };
}
