/** Who may have the release package of an album. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { type Asker, isPayer } from '#features/payments/service-payer.ts';
import { paymentIntents } from '#features/payments/table.ts';
import { AppError } from '#platform/errors.ts';
import { findAlbum } from './queries.ts';
import { isSender } from './service.ts';

/** The artist and staff; and who paid for it as their own. A gift opens nothing of the artist's. */
export async function requireReleaseRight(
  deps: Pick<Deps, 'db' | 'tokens'>,
  albumId: number,
  { staff, visitor }: Asker,
): Promise<void> {
  const album = await findAlbum(deps, albumId);
  if (staff || isSender(deps, album, visitor)) return;
  const paid = await deps.db
    .select()
    .from(paymentIntents)
    .where(
      and(
        eq(paymentIntents.albumId, album.id),
        eq(paymentIntents.grantState, 'granted'),
        isNull(paymentIntents.giftTo),
        inArray(paymentIntents.product, ['albumWinner', 'albumPublication']),
      ),
    );
  if (paid.some((payment) => isPayer(deps, payment, visitor))) return;
  throw new AppError(
    'forbidden',
    'Open this in the browser that sent the album, or sign in with the number it was sent with.',
  );
}
