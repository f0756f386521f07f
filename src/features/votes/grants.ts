/** What a paid vote package gives: its votes, counted in the transaction that marks the payment succeeded. */
import type { Deps } from '#deps.ts';
import type { Grant } from '#ports/grants.ts';
import { findMiscounted } from './queries-check.ts';
import { VOTE_PRODUCTS } from './rules-packages.ts';
import { grantVotes, listPaidVotes, prepareVotes, revokeVotes } from './service-payments.ts';

export function voteGrants(deps: Pick<Deps, 'clock' | 'campaign' | 'tokens'>): Grant[] {
  return [
    {
      products: VOTE_PRODUCTS,
      prepare: (tx, draft) => prepareVotes(deps, tx, draft),
      grant: (tx, paid) => grantVotes(deps, tx, paid),
      revoke: (tx, paid, reason, fresh) => revokeVotes(deps, tx, paid, reason, fresh),
      listGranted: listPaidVotes,
      findDiscrepancies: findMiscounted,
    },
  ];
}
