/**
 * Casts free votes. Most raise no suspicion and take one trip to the database; the others are checked by the fraud rules
 * and written in a transaction. Either way votes of one device, one address and one number queue up, and the database
 * keeps one a number, track and day, however many arrive at once. Whoever is signed in votes with their own number: that
 * vote takes the place of one somebody typed. For a typed number the answer is the same whether it has voted or not.
 */
import { and, eq, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError, sqlState } from '#platform/errors.ts';
import { type CountryCode, describePhone, type PhoneFacts } from '#platform/phone.ts';
import { randomCode } from '#platform/tokens.ts';
import type { CastVote } from './contract.ts';
import { COPY } from './copy.ts';
import { closesBefore, dayOf, isCampaignOn } from './rules.ts';
import { clearLimits, isMadeUp } from './rules-fraud.ts';
import { type Proven, refuseClosed, sayCast, type VoteDeps, type Voter } from './service.ts';
import {
  composeTraceValues,
  decideVote,
  digestSource,
  fraudLimits,
  traceVote,
  type Verdict,
  type VoteSource,
} from './service-fraud.ts';
import { type VoteRow, votes } from './table.ts';

interface FreeVote extends Voter {
  submissionId: number;
  phone: PhoneFacts;
  source: VoteSource;
  proven: boolean;
  proof: VoteRow['proof'];
  /** The campaign counts proven votes only, and this is none. */
  waits: boolean;
  trapped: boolean;
}

/** What was sent: the voter, and what programs put where no person would. */
export type SentVoter = Partial<Voter> & { fanPage?: string };

export async function castFreeVote(
  deps: VoteDeps,
  submissionId: number,
  voter: SentVoter,
  source: VoteSource,
  person: Proven | null = null,
): Promise<CastVote> {
  const vote = { submissionId, source, ...identifyVoter(deps, voter, person) };
  try {
    return (await castClearVote(deps, vote)) ?? (await castCheckedVote(deps, vote));
  } catch (error) {
    // Only the person themselves gets here: a typed number is answered as ever.
    if (sqlState(error) === '23505') throw new AppError('conflict', COPY.repeat, { reason: 'voted_today' });
    throw error;
  }
}

export function identifyVoter(
  { campaign }: Pick<Deps, 'campaign'>,
  voter: SentVoter,
  person: Proven | null,
): Omit<FreeVote, 'submissionId' | 'source'> {
  const voterName = voter.voterName ?? '';
  const voterPhone = person?.phone ?? voter.voterPhone ?? '';
  if (!person && !(voterName && voterPhone)) throw new AppError('invalid', COPY.missing);
  const phone = describePhone(voterPhone, campaign.defaultCountry as CountryCode);
  if (!phone) throw new AppError('invalid', COPY.phone, { fields: { voterPhone: COPY.phone } });
  const waits = !person && campaign.votes.proof === 'required';
  const trapped = !!voter.fanPage;
  return {
    voterName,
    voterPhone,
    phone,
    waits,
    trapped,
    proven: !!person,
    proof: person?.provenBy ?? 'none',
  };
}

/** Null when the vote needs a check; then nothing was written. */
async function castClearVote(deps: VoteDeps, vote: FreeVote): Promise<CastVote | null> {
  const now = deps.clock.now();
  if (!isCampaignOn(deps.campaign, now) || vote.trapped) return null;
  if (!vote.proven && isMadeUp(vote.phone.e164)) return null;
  const receiptCode = randomCode();
  const limits = clearLimits(fraudLimits(deps), vote.proven);
  const { state, reason } = settleState(vote, { state: 'counted', reason: null });
  const { rows } = await deps.db.execute<{ total: number | null }>(sql`
    SELECT total FROM write_clear_vote(${composeTraceValues(deps, vote, now)}, ${limits.deviceRecent},
      ${limits.addressHour}, ${limits.addressAnywhere}, ${limits.trackMinute},
      ${closesBefore(deps.campaign, now).toISOString()}, ${vote.voterName}, ${vote.voterPhone}, ${vote.proof},
      ${receiptCode}, ${state}, ${reason}) total`);
  const [{ total }] = rows;
  return total === null ? null : answer(vote, state, receiptCode, total);
}

type Settled = { state: 'counted' | 'held' | 'waiting'; reason: string | null };

/** What waits for its proof is not checked before: it is then cast anew. */
const settleState = ({ waits }: FreeVote, checked: Settled): Settled =>
  waits ? { state: 'waiting', reason: COPY.unproven } : checked;

function answer(vote: FreeVote, state: Settled['state'], receiptCode: string, total: number): CastVote {
  const said = { counted: COPY.taken, held: COPY.held, waiting: COPY.unproven }[state];
  return sayCast({ state, voteCount: 1, receiptCode }, total, vote.proven ? undefined : said);
}

function castCheckedVote(deps: VoteDeps, vote: FreeVote): Promise<CastVote> {
  return deps.db.transaction(async (tx) => {
    const traced = await traceVote(deps, tx, vote);
    refuseClosed(deps, traced.track);
    return writeFreeVote(deps, tx, vote, decideVote(traced));
  });
}

/** The last step of its transaction: from here to the commit nobody else can vote for this track. */
async function writeFreeVote(
  { clock, campaign }: Pick<Deps, 'clock' | 'campaign'>,
  tx: Tx,
  vote: FreeVote,
  { addressDigest, deviceDigest, ...checked }: Verdict,
): Promise<CastVote> {
  const now = clock.now();
  const receiptCode = randomCode();
  const { state, reason } = settleState(vote, checked);
  const { rows } = await tx.execute<{ total: number }>(sql`
    SELECT total FROM write_free_vote(${vote.submissionId}, ${vote.voterName}, ${vote.voterPhone}, ${vote.phone.e164},
      ${vote.proof}, ${receiptCode}, ${addressDigest}, ${deviceDigest}, ${dayOf(now, campaign.timeZone)},
      ${now.toISOString()}, ${state}, ${reason}) total`);
  return answer(vote, state, receiptCode, rows[0].total);
}

/**
 * Once the number is proven: today's votes that this browser cast with it are cast anew, as the person's. Not those from
 * elsewhere: somebody else may have typed the number.
 */
export async function countWaitingVotes(
  deps: VoteDeps,
  person: Proven,
  source: VoteSource,
): Promise<{ counted: number }> {
  const waiting = await deps.db
    .select({ submissionId: votes.submissionId, voterName: votes.voterName })
    .from(votes)
    .where(
      and(
        eq(votes.kind, 'free'),
        eq(votes.state, 'waiting'),
        eq(votes.phoneE164, person.phone),
        eq(votes.day, dayOf(deps.clock.now(), deps.campaign.timeZone)),
        eq(votes.deviceDigest, digestSource(deps, source).deviceDigest),
      ),
    )
    .orderBy(votes.id);
  let counted = 0;
  for (const { submissionId, voterName } of waiting)
    try {
      const { state } = await castFreeVote(deps, submissionId, { voterName }, source, person);
      if (state === 'counted') counted++;
    } catch (error) {
      // Closed, gone, or counted meanwhile by the same call from another tab: the others still count.
      if (!(error instanceof AppError)) throw error;
    }
  return { counted };
}
