/** What album payments give. */
import type { Deps } from '#deps.ts';
import { orderedGrant } from '#features/orders/grants.ts';
import { fillPath } from '#platform/http/endpoint.ts';
import type { Download, Grant, PaymentDraft } from '#ports/grants.ts';
import { getRelease } from './contract.ts';
import { findWrongFlags } from './queries-check.ts';
import { findAlbums } from './queries-subjects.ts';
import { mayPayAsOwn } from './service.ts';
import { ALBUM_PRODUCTS, grantAlbumSale, refuseAlbumSale, revokeAlbumSale } from './service-payments.ts';

export function albumGrants(deps: Pick<Deps, 'clock' | 'tokens'>): Grant[] {
  const ordered = orderedGrant(deps, ALBUM_PRODUCTS);
  return [
    {
      ...ordered,
      products: ALBUM_PRODUCTS,
      prepare: refuseAlbumSale,
      grant: (tx, paid) => grantAlbumSale(deps, tx, paid),
      revoke: (tx, paid, reason) => revokeAlbumSale(deps, tx, paid, reason).then(() => null),
      findDiscrepancies: async (reader) => [
        ...(await ordered.findDiscrepancies(reader)),
        ...(await findWrongFlags(reader)),
      ],
      offerDownload,
      findSubjects: findAlbums,
      isTheirs: (reader, albumId, visitor, access) => mayPayAsOwn(deps, reader, albumId, visitor, access),
    },
  ];
}

/** Who paid for an album's distribution downloads what the distributor gets. */
function offerDownload({ product, albumId }: PaymentDraft): Download | null {
  if (product === 'albumSubmission' || albumId === null) return null;
  return { label: 'Download the release package', path: fillPath(getRelease.path, { id: albumId }) };
}
