/**
 * Limited places, held for a time and then taken or given up. Everything about a pool happens under its row's lock, and
 * places are numbered within the capacity: the database itself cannot hold one too many.
 */
import { and, eq, gt, isNotNull, isNull, lte, ne, notInArray, or, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { paymentIntents } from '#features/payments/table.ts';
import { submissions } from '#features/submissions/table.ts';
import type { DbOrTx, Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { Holder, PaymentDraft } from '#ports/grants.ts';
import { COPY } from './copy.ts';
import { heldPerAddress } from './rules.ts';
import { type PlaceRow, type PoolName, placePools, places } from './table.ts';

export type PlaceDeps = Pick<Deps, 'clock' | 'campaign'>;

export const capacityOf = ({ campaign }: Pick<Deps, 'campaign'>, pool: PoolName) => campaign.places[pool];

export async function lockPool(tx: Tx, pool: PoolName): Promise<void> {
  await tx.select().from(placePools).where(eq(placePools.name, pool)).for('update');
}

/** A track the public may see, which stays for as long as the transaction does. */
export async function requireTrack(tx: Tx, submissionId: number): Promise<void> {
  const [track] = await tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(and(eq(submissions.id, submissionId), eq(submissions.listed, true)))
    .for('key share');
  if (!track) throw new AppError('not_found', 'Submission not found');
}

export async function findPlace(
  reader: DbOrTx,
  pool: PoolName,
  submissionId: number,
): Promise<PlaceRow | undefined> {
  const [row] = await reader
    .select()
    .from(places)
    .where(and(eq(places.pool, pool), eq(places.submissionId, submissionId)));
  return row;
}

export function isLive(place: PlaceRow | undefined, now: Date): boolean {
  return place !== undefined && (place.heldUntil === null || place.heldUntil > now);
}

/** Places nobody holds or has, as of now. */
export async function countFree(deps: PlaceDeps, reader: DbOrTx, pool: PoolName): Promise<number> {
  const [{ live }] = await reader
    .select({ live: sql<number>`count(*)::int` })
    .from(places)
    .where(and(eq(places.pool, pool), or(isNull(places.heldUntil), gt(places.heldUntil, deps.clock.now()))));
  return Math.max(0, capacityOf(deps, pool) - live);
}

export type NewPlace = Pick<PlaceRow, 'state' | 'heldUntil' | 'paymentId'>;

/**
 * Before a place is held: one a holder, and only so many an address. A place the holder merely looks at for another track
 * is given up for this one; one being paid for stays. Call under the pool's lock.
 */
export async function admitHolder(
  deps: PlaceDeps,
  tx: Tx,
  pool: PoolName,
  submissionId: number,
  { key, address }: Holder,
): Promise<void> {
  const now = deps.clock.now();
  const others = await tx
    .select()
    .from(places)
    .where(and(eq(places.pool, pool), ne(places.submissionId, submissionId), isNotNull(places.heldUntil)));
  const mine = others.find(({ heldBy }) => heldBy === key);
  if (mine?.state === 'paying' && isLive(mine, now))
    throw new AppError('conflict', COPY.otherPlace, { reason: 'other_place' });
  if (mine) await tx.delete(places).where(and(eq(places.pool, pool), eq(places.number, mine.number)));
  const near = others.filter((place) => place !== mine && place.heldFrom === address && isLive(place, now));
  if (near.length >= heldPerAddress(capacityOf(deps, pool)))
    throw new AppError('rate_limited', COPY.addressFull, { reason: 'address_full' });
}

/**
 * Gives the submission a place of the pool, or moves the one it has. False when none is free. Call under the pool's lock.
 * A hold that ran out is still the submission's own until somebody else needs the place.
 */
export async function putPlace(
  deps: PlaceDeps,
  tx: Tx,
  pool: PoolName,
  submissionId: number,
  place: NewPlace,
  holder: Holder | null,
): Promise<boolean> {
  const now = deps.clock.now();
  const own = await findPlace(tx, pool, submissionId);
  const held = { heldBy: holder?.key ?? null, heldFrom: holder?.address ?? null };
  if (own) {
    await tx
      .update(places)
      .set({ ...place, ...held, ...(isLive(own, now) ? {} : { heldAt: now }) })
      .where(and(eq(places.pool, pool), eq(places.number, own.number)));
    return true;
  }
  await tx.delete(places).where(and(eq(places.pool, pool), lte(places.heldUntil, now)));
  const number = await findFreeNumber(deps, tx, pool);
  if (number === null) return false;
  const capacity = capacityOf(deps, pool);
  await tx.insert(places).values({ pool, number, capacity, submissionId, heldAt: now, ...place, ...held });
  return true;
}

async function findFreeNumber(deps: PlaceDeps, tx: Tx, pool: PoolName): Promise<number | null> {
  if ((await countFree(deps, tx, pool)) === 0) return null;
  const { rows } = await tx.execute<{ number: number }>(sql`
    SELECT number FROM generate_series(1, ${capacityOf(deps, pool)}) AS number
    WHERE NOT EXISTS (SELECT 1 FROM places p WHERE p.pool = ${pool} AND p.number = number.number)
    ORDER BY number LIMIT 1`);
  return rows[0]?.number ?? null;
}

/**
 * The artist stopped paying: the place held for that is free at once. One that is only looked at, or paid, stays; so does
 * one for which the artist pays elsewhere. A gift held none.
 */
export async function releaseWhilePaying(tx: Tx, pool: PoolName, draft: PaymentDraft): Promise<void> {
  const submissionId = draft.submissionId!;
  if (draft.giftTo !== null) return;
  await lockPool(tx, pool);
  const elsewhere = await tx.$count(
    paymentIntents,
    and(
      eq(paymentIntents.submissionId, submissionId),
      eq(paymentIntents.product, draft.product),
      isNull(paymentIntents.giftTo),
      ne(paymentIntents.id, draft.id),
      notInArray(paymentIntents.state, ['succeeded', 'canceled']),
    ),
  );
  if (elsewhere > 0) return;
  await tx
    .delete(places)
    .where(and(eq(places.pool, pool), eq(places.submissionId, submissionId), eq(places.state, 'paying')));
}

/** Gives a place back. One that was paid with another payment stays. */
export async function releasePlace(
  tx: Tx,
  pool: PoolName,
  submissionId: number,
  paymentId: number | null,
): Promise<void> {
  await tx
    .delete(places)
    .where(
      and(
        eq(places.pool, pool),
        eq(places.submissionId, submissionId),
        paymentId === null ? isNull(places.paymentId) : eq(places.paymentId, paymentId),
      ),
    );
}
