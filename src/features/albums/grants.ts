/** What album payments give. */
import type { Deps } from '#deps.ts';
import { listStandingOrders, pauseOrder } from '#features/payments/service-orders.ts';
import type { Grant } from '#ports/grants.ts';
import { ALBUM_PRODUCTS, grantAlbumSale, refuseAlbumSale, revokeAlbumSale } from './service-payments.ts';

export function albumGrants(deps: Pick<Deps, 'clock'>): Grant[] {
  return [
    {
      products: ALBUM_PRODUCTS,
      prepare: refuseAlbumSale,
      grant: (tx, paid) => grantAlbumSale(deps, tx, paid),
      revoke: (tx, paid, reason) => revokeAlbumSale(deps, tx, paid, reason).then(() => null),
      pause: (tx, paid, paused) => pauseOrder(deps, tx, paid.id, paused),
      listGranted: (reader) => listStandingOrders(reader, ALBUM_PRODUCTS),
    },
  ];
}
