/** The tour place behind the 60-second reservation: held, extended while paying, taken by the payment. */
import { eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { COPY as MONEY } from '#features/payments/copy.ts';
import { submissions } from '#features/submissions/table.ts';
import { recordAudit, type StaffActor } from '#platform/audit.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { GrantOutcome, Holder, PaidPayment, PaymentDraft } from '#ports/grants.ts';
import type { Hold } from './contract.ts';
import { COPY, REFUND_REASONS } from './copy.ts';
import {
  admitHolder,
  countFree,
  findPlace,
  isLive,
  lockPool,
  type PlaceDeps,
  putPlace,
  releasePlace,
  requireTrack,
} from './service-places.ts';
import { firstHolds } from './table.ts';

type TourDeps = PlaceDeps & Pick<Deps, 'db'>;

/** What the countdown shows. Reading changes nothing, so a reload shows the same end. */
export async function readHold(deps: TourDeps, submissionId: number): Promise<Hold> {
  const now = deps.clock.now();
  const place = await findPlace(deps.db, 'tour', submissionId);
  const [first] = await deps.db.select().from(firstHolds).where(eq(firstHolds.submissionId, submissionId));
  const free = await countFree(deps, deps.db, 'tour');
  const live = isLive(place, now);
  const state = live && place ? place.state : place || first ? ('expired' as const) : ('none' as const);
  return {
    state,
    expiresAt: live ? (place?.heldUntil?.toISOString() ?? null) : null,
    placesLeft: free,
    places: deps.campaign.places.tour,
    serverTime: now.toISOString(),
  };
}

interface HoldRequest {
  /** Somebody pressed the button, and takes another if one is free. */
  again: boolean;
  /** Staff who opened the artist's results, and so used up the artist's first hold. */
  staff?: StaffActor | null;
  holder: Holder;
}

/** The hold that comes with opening one's results, once ever; opening again shows what became of it. */
export async function holdPlace(
  deps: TourDeps,
  submissionId: number,
  { again, staff, holder }: HoldRequest,
): Promise<Hold> {
  const full = await deps.db.transaction(async (tx) => {
    await requireTrack(tx, submissionId);
    const now = deps.clock.now();
    await lockPool(tx, 'tour');
    if (isLive(await findPlace(tx, 'tour', submissionId), now)) return false;
    try {
      await admitHolder(deps, tx, 'tour', submissionId, holder);
    } catch (error) {
      // Merely opening the page says 'full' and keeps the first hold for later.
      if (!again && error instanceof AppError) return true;
      throw error;
    }
    const heldUntil = new Date(now.getTime() + deps.campaign.holdSeconds * 1000);
    const first = await tx
      .insert(firstHolds)
      .values({ submissionId, heldAt: now, heldUntil })
      .onConflictDoNothing()
      .returning();
    if (first.length === 0 && !again) return false;
    const subject = { type: 'submission', id: submissionId };
    if (staff) await recordAudit(tx, { at: now, actor: staff, action: 'tour-place.hold', subject });
    const held = { state: 'held' as const, heldUntil, paymentId: null };
    return !(await putPlace(deps, tx, 'tour', submissionId, held, holder));
  });
  const hold = await readHold(deps, submissionId);
  return full ? { ...hold, state: 'full' } : hold;
}

/** Before paying: the hold becomes the longer one; without a place nobody pays. A gift holds nothing. */
export async function reserveTourPlace(
  deps: PlaceDeps,
  tx: Tx,
  { submissionId: id, giftTo }: PaymentDraft,
  holder: Holder,
): Promise<void> {
  const submissionId = id!;
  await requireTrack(tx, submissionId);
  await lockPool(tx, 'tour');
  const now = deps.clock.now();
  const place = await findPlace(tx, 'tour', submissionId);
  if (place?.state === 'taken') throw new AppError('conflict', COPY.hasPlace, { reason: 'paid' });
  if (giftTo !== null) {
    if (!isLive(place, now) && (await countFree(deps, tx, 'tour')) === 0)
      throw new AppError('conflict', COPY.noPlace, { reason: 'no_place' });
    return;
  }
  if (place?.state === 'paying' && isLive(place, now)) return;
  await admitHolder(deps, tx, 'tour', submissionId, holder);
  const heldUntil = new Date(now.getTime() + deps.campaign.payingHoldMinutes * 60_000);
  const paying = { state: 'paying' as const, heldUntil, paymentId: null };
  if (!(await putPlace(deps, tx, 'tour', submissionId, paying, holder)))
    throw new AppError('conflict', COPY.noPlace, { reason: 'no_place' });
}

/** Paid: a place if there is one, however late the money came. */
export async function takeTourPlace(deps: PlaceDeps, tx: Tx, paid: PaidPayment): Promise<GrantOutcome> {
  const submissionId = paid.submissionId!;
  await lockPool(tx, 'tour');
  const [track] = await tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(eq(submissions.id, submissionId));
  if (!track) {
    await releasePlace(tx, 'tour', submissionId, null);
    return { outcome: 'refused', reason: MONEY.trackGone };
  }
  if ((await findPlace(tx, 'tour', submissionId))?.state === 'taken')
    return { outcome: 'refused', reason: REFUND_REASONS.hasPlace };
  const taken = { state: 'taken' as const, heldUntil: null, paymentId: paid.id };
  if (!(await putPlace(deps, tx, 'tour', submissionId, taken, null)))
    return { outcome: 'refused', reason: REFUND_REASONS.noPlace };
  const place = await findPlace(tx, 'tour', submissionId);
  return { outcome: 'granted', note: `Tour place ${place?.number} of ${deps.campaign.places.tour}` };
}
