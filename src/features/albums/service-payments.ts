/** What album payments buy: a review by our A&R people, or distribution. Each opens an order. */
import { eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { ORDER_DUE_DAYS } from '#features/orders/rules.ts';
import { cancelOrder, openOrder } from '#features/orders/service.ts';
import { COPY } from '#features/payments/copy.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { GrantOutcome, PaidPayment, PaymentDraft } from '#ports/grants.ts';
import { albumNotFound } from './queries.ts';
import { albums } from './table.ts';

type OrderDeps = Pick<Deps, 'clock'>;

/** Results are promised in 30 days. */
export const REVIEW_DAYS = 30;

export const NOT_SELECTED =
  'This album is still under review. The winner package can be bought once it has been selected.';
const ALBUM_PAID = 'Distribution of this album is already paid.';

const FLAG = {
  albumSubmission: 'submissionPaid',
  albumWinner: 'distributionPaid',
  albumPublication: 'distributionPaid',
} as const;
export type AlbumProduct = keyof typeof FLAG;
export const ALBUM_PRODUCTS = Object.keys(FLAG) as AlbumProduct[];

async function lockAlbum(tx: Tx, albumId: number) {
  const [album] = await tx.select().from(albums).where(eq(albums.id, albumId)).for('update');
  return album;
}

/** Before anybody pays. A payment without an album (the briefs' bare call) is taken, and waits for its album. */
export async function refuseAlbumSale(tx: Tx, { product, albumId }: PaymentDraft): Promise<void> {
  if (albumId === null) return;
  const album = await lockAlbum(tx, albumId);
  if (!album) throw albumNotFound();
  if (album[FLAG[product as AlbumProduct]])
    throw new AppError('conflict', product === 'albumSubmission' ? COPY.alreadyPaid : ALBUM_PAID, {
      reason: 'paid',
    });
  if (product === 'albumWinner' && !album.selectedAt)
    throw new AppError('conflict', NOT_SELECTED, { reason: 'not_selected' });
}

export async function grantAlbumSale(deps: OrderDeps, tx: Tx, paid: PaidPayment): Promise<GrantOutcome> {
  if (paid.albumId === null)
    return {
      outcome: 'waiting',
      note: 'Paid, but for no album yet: our staff will ask which one it is for.',
    };
  const product = paid.product as AlbumProduct;
  const album = await lockAlbum(tx, paid.albumId);
  if (!album) return { outcome: 'refused', reason: COPY.trackGone };
  if (album[FLAG[product]])
    return {
      outcome: 'refused',
      reason: 'This was already paid for this album, so the whole amount goes back.',
    };
  await tx
    .update(albums)
    .set({ [FLAG[product]]: true })
    .where(eq(albums.id, album.id));
  const isReview = product === 'albumSubmission';
  await openOrder(deps, tx, paid, { dueDays: isReview ? REVIEW_DAYS : ORDER_DUE_DAYS.release });
  return {
    outcome: 'granted',
    note: isReview ? `Results within ${REVIEW_DAYS} days` : 'Distribution of the album ordered',
  };
}

export async function revokeAlbumSale(
  deps: OrderDeps,
  tx: Tx,
  paid: PaidPayment,
  reason: string,
): Promise<void> {
  if (paid.albumId !== null)
    await tx
      .update(albums)
      .set({ [FLAG[paid.product as AlbumProduct]]: false })
      .where(eq(albums.id, paid.albumId));
  await cancelOrder(deps, tx, paid.id, reason);
}
