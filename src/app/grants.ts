/** What payments give, explicitly: a product that nobody here grants cannot be bought. */

import type { Deps } from '#deps.ts';
import { albumGrants } from '#features/albums/grants.ts';
import { distributionGrants } from '#features/distribution/grants.ts';
import { offerGrants } from '#features/offers/grants.ts';
import type { Grant } from '#features/payments/service-grants.ts';
import { voteGrants } from '#features/votes/grants.ts';

export function listGrants(deps: Deps): Grant[] {
  return [...albumGrants(deps), ...offerGrants(deps), ...distributionGrants(deps), ...voteGrants(deps)];
}
