/** Paid votes: begun with a package and a voter, counted by the payment's grant, taken back when the money is. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { COPY as MONEY } from '#features/payments/copy.ts';
import { findPayment } from '#features/payments/queries.ts';
import { createPayment } from '#features/payments/service.ts';
import { isPayer, type Payer } from '#features/payments/service-payer.ts';
import { refreshPayment } from '#features/payments/service-settle.ts';
import type { DbOrTx, Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { Visitor } from '#platform/http/route.ts';
import { type CountryCode, describePhone } from '#platform/phone.ts';
import type { GrantOutcome, PaidPayment, PaymentDraft, RevokeReason } from '#ports/grants.ts';
import type { PackageId } from './contract.ts';
import { COPY } from './copy.ts';
import { isOver, isPlaceholder, readComment, refuseVote } from './rules.ts';
import { PACKAGE_VOTES, packageOf, productOf, type VotePage } from './rules-packages.ts';
import { holdTrack, insertVote, present, requireOpen, type Voter, writeDecision } from './service.ts';
import { refuseOverCap, refuseOverpaid, type VoteBuyer } from './service-caps.ts';
import { digestDevice } from './service-fraud.ts';
import { votes } from './table.ts';

export interface VotePurchase extends Voter {
  votePackage: PackageId;
  comment?: string | null;
  page: VotePage;
}

/** Begins the payment. What is needed to count the votes travels with it: the browser may never come back. */
export async function startVotePayment(
  deps: Deps,
  submissionId: number,
  purchase: VotePurchase,
  payer: Payer,
) {
  const { votePackage, page } = purchase;
  const { browserId, person } = payer;
  // The main page names nobody; a person has a number all the same.
  const isNobody = isPlaceholder(purchase.voterName, purchase.voterPhone);
  const voterName = person && isNobody ? '' : purchase.voterName;
  const voterPhone = person?.phone ?? purchase.voterPhone;
  const read = readComment(deps.campaign, votePackage === 'throne', purchase.comment);
  if ('refused' in read) throw new AppError('invalid', read.refused, { fields: { comment: read.refused } });
  if (!isPlaceholder(voterName, voterPhone) && !describePhone(voterPhone, country(deps)))
    throw new AppError('invalid', COPY.phone, { fields: { voterPhone: COPY.phone } });
  const { clientSecret, amount } = await createPayment(deps, {
    product: productOf(votePackage, page),
    submissionId,
    payload: {
      voterName,
      voterPhone,
      comment: read.comment,
      provenBy: person?.provenBy ?? null,
      device: digestDevice(deps, browserId),
    },
    payer,
  });
  return { clientSecret: clientSecret!, voteCount: PACKAGE_VOTES[votePackage], amount };
}

const country = ({ campaign }: Pick<Deps, 'campaign'>) => campaign.defaultCountry as CountryCode;

type GrantDeps = Pick<Deps, 'clock' | 'campaign' | 'tokens'>;

/** Before anybody pays, and again before the card is charged. */
export async function prepareVotes(deps: GrantDeps, tx: Tx, draft: PaymentDraft): Promise<void> {
  await requireOpen(deps, tx, draft.submissionId!);
  const buyer = { ...readBuyer(deps, draft.payload), card: null };
  await refuseOverCap(deps, tx, {
    buyer,
    votes: PACKAGE_VOTES[packageOf(draft.product)!],
    at: deps.clock.now(),
  });
}

/** Counts what was paid. Money taken after the page closed goes back (money rule 'late-votes'). */
export async function grantVotes(deps: GrantDeps, tx: Tx, paid: PaidPayment): Promise<GrantOutcome> {
  const track = await holdTrack(tx, paid.submissionId!);
  if (!track)
    return {
      outcome: 'refused',
      reason: MONEY.trackGone,
    };
  if (refuseVote(deps.campaign, track, paid.paidAt)) return { outcome: 'refused', reason: COPY.lateRefund };
  const votePackage = packageOf(paid.product)!;
  const voter = readVoter(paid.payload);
  const buyer = {
    ...readBuyer(deps, paid.payload),
    card: paid.card && deps.tokens.digest('vote-card', paid.card),
  };
  const overpaid = await refuseOverpaid(deps, tx, {
    buyer,
    votes: PACKAGE_VOTES[votePackage],
    at: paid.paidAt,
  });
  if (overpaid) return { outcome: 'refused', reason: overpaid };
  const vote = await insertVote(deps, tx, {
    submissionId: paid.submissionId!,
    kind: 'paid',
    countsAs: 'paid',
    state: 'counted',
    voterName: voter.name,
    voterPhone: voter.phone,
    phoneE164: readNumber(deps, voter),
    proof: voter.provenBy ?? 'card',
    cardDigest: buyer.card,
    deviceDigest: buyer.device,
    voteCount: PACKAGE_VOTES[votePackage],
    isPaid: true,
    paymentId: paid.id,
    paymentAmount: paid.amount,
    votePackage,
    comment: votePackage === 'throne' ? voter.comment : null,
    castAt: paid.paidAt,
  });
  return { outcome: 'granted', note: `${vote.voteCount} votes counted, vote receipt ${vote.receiptCode}` };
}

function readVoter(payload: Record<string, unknown>) {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    name: text(payload.voterName).slice(0, 255),
    phone: text(payload.voterPhone).slice(0, 20),
    comment: text(payload.comment) || null,
    provenBy: PROVEN_BY.find((proof) => proof === payload.provenBy) ?? null,
    device: text(payload.device) || null,
  };
}

const PROVEN_BY = ['sms', 'passkey'] as const;

const readNumber = (deps: GrantDeps, { name, phone }: { name: string; phone: string }) =>
  isPlaceholder(name, phone) ? null : (describePhone(phone, country(deps))?.e164 ?? null);

/** A typed number is nobody: only a proven one has a cap of its own. */
function readBuyer(deps: GrantDeps, payload: Record<string, unknown>): Omit<VoteBuyer, 'card'> {
  const voter = readVoter(payload);
  return { phone: voter.provenBy ? readNumber(deps, voter) : null, device: voter.device };
}

/** The votes no longer count; after the campaign's end they are void, but the final standings stay as they are. */
export async function revokeVotes(
  deps: GrantDeps,
  tx: Tx,
  paid: PaidPayment,
  why: RevokeReason,
  fresh = false,
): Promise<string | null> {
  const now = deps.clock.now();
  const lapses = isOver(deps.campaign, now) && !fresh;
  const reason = REVOKED[why][lapses ? 'late' : 'inTime'];
  const [vote] = await tx
    .update(votes)
    .set(lapses ? { lapsedAt: now, reason } : { state: 'voided', reason })
    .where(and(eq(votes.paymentId, paid.id), eq(votes.state, 'counted')))
    .returning({ id: votes.id });
  if (vote) await writeDecision(tx, vote.id, now, 'voided', reason, 'payment');
  return vote && lapses ? reason : null;
}

const REVOKED = {
  refunded: {
    inTime: 'The payment was refunded.',
    late: `The payment was refunded after the campaign had ended. ${COPY.lapsed}`,
  },
  dispute_lost: {
    inTime: 'The bank gave the money back.',
    late: `The bank gave the money back after the campaign had ended. ${COPY.lapsed}`,
  },
} as const;

/** For check-money: payments whose votes count now. */
export async function listPaidVotes(reader: DbOrTx): Promise<{ paymentId: number; cents: number }[]> {
  return reader
    .select({ paymentId: sql<number>`${votes.paymentId}`, cents: sql<number>`${votes.paymentAmount}` })
    .from(votes)
    .where(and(eq(votes.kind, 'paid'), eq(votes.state, 'counted'), isNull(votes.lapsedAt)));
}

export interface VoteReport {
  paymentId: string;
  votePackage: PackageId;
  comment?: string | null;
}

/** What the browser says starts nothing but a question to the provider; all numbers are our own. */
export async function recordPaidVote(deps: Deps, submissionId: number, report: VoteReport, visitor: Visitor) {
  const known = await findPayment(deps, { providerId: report.paymentId });
  const bought = known && packageOf(known.product);
  if (!known || !bought || known.submissionId !== submissionId)
    throw new AppError('not_found', COPY.otherPayment);
  // What was counted, and its receipt, are the voter's own; the votes count whoever asks.
  if (!isPayer(deps, known, visitor))
    throw new AppError('forbidden', MONEY.notYours, { reason: 'not_yours' });
  if (bought !== report.votePackage) throw new AppError('conflict', COPY.otherPackage);
  if (bought === 'throne' && typeof report.comment === 'string') {
    const read = readComment(deps.campaign, true, report.comment);
    if ('refused' in read) throw new AppError('invalid', read.refused, { fields: { comment: read.refused } });
  }
  const payment = await refreshPayment(deps, report.paymentId);
  if (payment?.state !== 'succeeded') throw new AppError('payment_required', COPY.notPaid);
  return deps.db.transaction(async (tx) => {
    const [vote] = await tx.select().from(votes).where(eq(votes.paymentId, payment.id));
    if (!vote)
      throw new AppError('closed', payment.grantNote ?? COPY.lateRefund, { reason: payment.grantState });
    return {
      ...(await present(tx, vote)),
      paymentAmount: payment.amount,
      votePackage: bought,
      comment: vote.commentHiddenAt ? null : vote.comment,
    };
  });
}
