/** Offers: one discount per submission ever, its spots, and the final round entries they lead to. */
import { and, eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { COPY as MONEY } from '#features/payments/copy.ts';
import { submissions } from '#features/submissions/table.ts';
import { recordAudit, type StaffActor } from '#platform/audit.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { GrantOutcome, Holder, PaidPayment, PaymentDraft } from '#ports/grants.ts';
import { COPY, REFUND_REASONS } from './copy.ts';
import {
  admitHolder,
  findPlace,
  isLive,
  lockPool,
  type PlaceDeps,
  putPlace,
  releasePlace,
  requireTrack,
} from './service-places.ts';
import { labelEntries, type OfferRow, offers } from './table.ts';

type OfferDeps = Pick<Deps, 'db' | 'clock' | 'campaign'>;

/**
 * The submission's one offer: made on the first call, the same one, with the same end, ever after. Staff who open its
 * page before the artist start its clock, so that is an entry.
 */
export function issueOffer(
  deps: OfferDeps,
  submissionId: number,
  staff: StaffActor | null = null,
): Promise<OfferRow> {
  return deps.db.transaction(async (tx) => {
    const { offer, isNew } = await putOffer(deps, tx, submissionId);
    const subject = { type: 'submission', id: submissionId };
    if (staff && isNew)
      await recordAudit(tx, { at: offer.issuedAt, actor: staff, action: 'offer.issue', subject });
    return offer;
  });
}

/** Issues the offer for links that staff are about to hand out, and notes who took them. */
export function issueLinkedOffer(
  deps: OfferDeps,
  staff: StaffActor,
  submissionId: number,
): Promise<OfferRow> {
  return deps.db.transaction(async (tx) => {
    const { offer } = await putOffer(deps, tx, submissionId);
    const subject = { type: 'submission', id: submissionId };
    await recordAudit(tx, { at: deps.clock.now(), actor: staff, action: 'artist-link.make', subject });
    return offer;
  });
}

async function putOffer({ clock, campaign }: OfferDeps, tx: Tx, submissionId: number) {
  const issuedAt = clock.now();
  const expiresAt = new Date(issuedAt.getTime() + campaign.discountHours * 3_600_000);
  await requireTrack(tx, submissionId);
  const added = await tx
    .insert(offers)
    .values({ submissionId, issuedAt, expiresAt })
    .onConflictDoNothing()
    .returning();
  const [offer] = await tx.select().from(offers).where(eq(offers.submissionId, submissionId));
  return { offer, isNew: added.length > 0 };
}

/** Before paying an entry: a track enters once; a discount needs its offer alive and a spot that nobody else has. */
export async function reserveEntry(
  deps: PlaceDeps,
  tx: Tx,
  { product, submissionId: id, giftTo }: PaymentDraft,
  holder: Holder,
): Promise<void> {
  const submissionId = id!;
  const now = deps.clock.now();
  const discounted = product === 'discountedEntry';
  if (discounted && giftTo !== null)
    throw new AppError('forbidden', COPY.artistsDiscount, { reason: 'artists_discount' });
  await requireTrack(tx, submissionId);
  if (giftTo !== null) return refuseEntered(tx, submissionId);
  await tx.insert(labelEntries).values({ submissionId, createdAt: now }).onConflictDoNothing();
  await refuseEntered(tx, submissionId);
  if (discounted) await reserveSpot(deps, tx, submissionId, now, holder);
}

async function refuseEntered(tx: Tx, submissionId: number): Promise<void> {
  const [entry] = await tx.select().from(labelEntries).where(eq(labelEntries.submissionId, submissionId));
  if (entry?.paymentCompleted) throw new AppError('conflict', COPY.hasEntry, { reason: 'paid' });
}

async function reserveSpot(
  deps: PlaceDeps,
  tx: Tx,
  submissionId: number,
  now: Date,
  holder: Holder,
): Promise<void> {
  await lockPool(tx, 'discounted');
  const [offer] = await tx.select().from(offers).where(eq(offers.submissionId, submissionId));
  const spot = await findPlace(tx, 'discounted', submissionId);
  if (!offer || offer.expiresAt <= now || spot?.state === 'taken')
    throw new AppError('gone', COPY.offerOver, { reason: 'offer_over' });
  if (spot && isLive(spot, now)) return;
  await admitHolder(deps, tx, 'discounted', submissionId, holder);
  const minutes = deps.campaign.payingHoldMinutes * 60_000;
  const heldUntil = new Date(Math.min(now.getTime() + minutes, offer.expiresAt.getTime()));
  const paying = { state: 'paying' as const, heldUntil, paymentId: null };
  if (!(await putPlace(deps, tx, 'discounted', submissionId, paying, holder)))
    throw new AppError('conflict', COPY.spotsHeld, { reason: 'spots_held' });
}

/** Paid: entered once. A discount counts when the money was taken in time and a spot is there. */
export async function takeEntry(deps: PlaceDeps, tx: Tx, paid: PaidPayment): Promise<GrantOutcome> {
  const submissionId = paid.submissionId!;
  await lockPool(tx, 'discounted');
  if (paid.giftTo !== null) await openEntry(deps, tx, submissionId);
  const [entry] = await tx
    .select()
    .from(labelEntries)
    .where(eq(labelEntries.submissionId, submissionId))
    .for('update');
  const refused = await refuseEntry(deps, tx, paid, entry);
  if (paid.product === 'standardEntry' || refused) await releasePlace(tx, 'discounted', submissionId, null);
  if (refused) return { outcome: 'refused', reason: refused };
  await tx
    .update(labelEntries)
    .set({ paymentCompleted: true, paymentId: paid.id })
    .where(eq(labelEntries.submissionId, submissionId));
  return { outcome: 'granted', note: `Entered in the final round of ${deps.campaign.label}` };
}

/** A gift enters the track once it is paid, and not before. */
async function openEntry({ clock }: PlaceDeps, tx: Tx, submissionId: number): Promise<void> {
  const tracks = await tx
    .select({ submissionId: submissions.id })
    .from(submissions)
    .where(eq(submissions.id, submissionId))
    .for('key share');
  for (const track of tracks)
    await tx
      .insert(labelEntries)
      .values({ ...track, createdAt: clock.now() })
      .onConflictDoNothing();
}

async function refuseEntry(
  deps: PlaceDeps,
  tx: Tx,
  paid: PaidPayment,
  entry: typeof labelEntries.$inferSelect | undefined,
): Promise<string | null> {
  if (!entry) return MONEY.trackGone;
  if (entry.paymentCompleted) return REFUND_REASONS.hasEntry;
  if (paid.product === 'standardEntry') return null;
  const [offer] = await tx.select().from(offers).where(eq(offers.submissionId, entry.submissionId));
  const spot = await findPlace(tx, 'discounted', entry.submissionId);
  if (!offer || paid.paidAt > offer.expiresAt || spot?.state === 'taken') return REFUND_REASONS.offerOver;
  const taken = { state: 'taken' as const, heldUntil: null, paymentId: paid.id };
  return (await putPlace(deps, tx, 'discounted', entry.submissionId, taken, null))
    ? null
    : REFUND_REASONS.spotsGone;
}

/** After a whole refund the track is no longer entered; the discounted spot stays sold. */
export async function leaveEntry(tx: Tx, paid: PaidPayment): Promise<void> {
  await tx
    .update(labelEntries)
    .set({ paymentCompleted: false, paymentId: null })
    .where(and(eq(labelEntries.submissionId, paid.submissionId!), eq(labelEntries.paymentId, paid.id)));
}
