/** What a tour entry and a final round entry give: a place, an entry, and an order for the people who see to it. */
import type { Deps } from '#deps.ts';
import { orderedGrant } from '#features/orders/grants.ts';
import { ORDER_DUE_DAYS } from '#features/orders/rules.ts';
import { cancelOrder, openOrder } from '#features/orders/service.ts';
import type { Grant } from '#ports/grants.ts';
import { findWrongEntries, findWrongPlaces } from './queries-check.ts';
import { leaveEntry, reserveEntry, takeEntry } from './service.ts';
import { releasePlace, releaseWhilePaying } from './service-places.ts';
import { reserveTourPlace, takeTourPlace } from './service-tour.ts';

type GrantDeps = Pick<Deps, 'clock' | 'campaign'>;

export function offerGrants(deps: GrantDeps): Grant[] {
  return [tourGrant(deps), entryGrant(deps)];
}

function tourGrant(deps: GrantDeps): Grant {
  const products = ['tourEntry'] as const;
  const ordered = orderedGrant(deps, products);
  return {
    ...ordered,
    products,
    prepare: (tx, draft, holder) => reserveTourPlace(deps, tx, draft, holder),
    release: (tx, draft) => releaseWhilePaying(tx, 'tour', draft),
    async grant(tx, paid) {
      const outcome = await takeTourPlace(deps, tx, paid);
      if (outcome.outcome === 'granted') await openOrder(deps, tx, paid, { dueDays: ORDER_DUE_DAYS.tour });
      return outcome;
    },
    async revoke(tx, paid, reason) {
      await releasePlace(tx, 'tour', paid.submissionId!, paid.id);
      await cancelOrder(deps, tx, paid.id, reason);
      return null;
    },
    findDiscrepancies: async (reader) => [
      ...(await ordered.findDiscrepancies(reader)),
      ...(await findWrongPlaces(reader)),
    ],
  };
}

function entryGrant(deps: GrantDeps): Grant {
  const products = ['standardEntry', 'discountedEntry'] as const;
  const ordered = orderedGrant(deps, products);
  return {
    ...ordered,
    products,
    prepare: (tx, draft, holder) => reserveEntry(deps, tx, draft, holder),
    async release(tx, draft) {
      if (draft.product === 'discountedEntry') await releaseWhilePaying(tx, 'discounted', draft);
    },
    async grant(tx, paid) {
      const outcome = await takeEntry(deps, tx, paid);
      if (outcome.outcome === 'granted') await openOrder(deps, tx, paid, { dueDays: ORDER_DUE_DAYS.entry });
      return outcome;
    },
    async revoke(tx, paid, reason) {
      await leaveEntry(tx, paid);
      await cancelOrder(deps, tx, paid.id, reason);
      return null;
    },
    findDiscrepancies: async (reader) => [
      ...(await ordered.findDiscrepancies(reader)),
      ...(await findWrongEntries(reader)),
    ],
  };
}
