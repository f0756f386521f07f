/**
 * Casts free votes. Most raise no suspicion and take one trip to the database; the others are checked by the fraud rules
 * and written in a transaction. Either way votes of one device and one address queue up, and the database refuses a
 * repeat on the same day, however many arrive at once.
 */
import { sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError, sqlState } from '#platform/errors.ts';
import { type CountryCode, describePhone, type PhoneFacts } from '#platform/phone.ts';
import { randomCode } from '#platform/tokens.ts';
import { type CastVote, COPY } from './contract.ts';
import { closesBefore, dayOf, isCampaignOn } from './rules.ts';
import { CLEAR, isMadeUp } from './rules-fraud.ts';
import { refuseClosed, sayCast, type VoteDeps, type Voter } from './service.ts';
import { composeTraceValues, decideVote, traceVote, type Verdict, type VoteSource } from './service-fraud.ts';

interface FreeVote extends Voter {
  submissionId: number;
  phone: PhoneFacts;
  source: VoteSource;
}

export async function castFreeVote(
  deps: VoteDeps,
  submissionId: number,
  voter: Voter,
  source: VoteSource,
): Promise<CastVote> {
  const vote = { submissionId, ...voter, phone: readVoterPhone(deps, voter.voterPhone), source };
  try {
    return (await castClearVote(deps, vote)) ?? (await castCheckedVote(deps, vote));
  } catch (error) {
    if (sqlState(error) === '23505') throw new AppError('conflict', COPY.repeat, { reason: 'voted_today' });
    throw error;
  }
}

function readVoterPhone({ campaign }: Pick<Deps, 'campaign'>, text: string): PhoneFacts {
  const phone = describePhone(text, campaign.defaultCountry as CountryCode);
  if (!phone) throw new AppError('invalid', COPY.phone, { fields: { voterPhone: COPY.phone } });
  return phone;
}

/** Null when the vote needs a check; then nothing was written. */
async function castClearVote(deps: VoteDeps, vote: FreeVote): Promise<CastVote | null> {
  const now = deps.clock.now();
  if (!isCampaignOn(deps.campaign, now) || isMadeUp(vote.phone.e164)) return null;
  const receiptCode = randomCode();
  const { rows } = await deps.db.execute<{ total: number | null }>(sql`
    SELECT total FROM write_clear_vote(${composeTraceValues(deps, vote, now)}, ${CLEAR.deviceRecent}, ${CLEAR.addressHour},
      ${CLEAR.trackMinute}, ${closesBefore(deps.campaign, now).toISOString()}, ${vote.voterName}, ${vote.voterPhone},
      ${vote.phone.e164}, ${receiptCode}) total`);
  const [{ total }] = rows;
  return total === null ? null : sayCast({ state: 'counted', voteCount: 1, receiptCode }, total);
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
  { submissionId, voterName, voterPhone, phone }: FreeVote,
  { state, reason, addressDigest, deviceDigest }: Verdict,
): Promise<CastVote> {
  const now = clock.now();
  const receiptCode = randomCode();
  const { rows } = await tx.execute<{ total: number }>(sql`
    SELECT total FROM write_free_vote(${submissionId}, ${voterName}, ${voterPhone}, ${phone.e164}, ${receiptCode},
      ${addressDigest}, ${deviceDigest}, ${dayOf(now, campaign.timeZone)}, ${now.toISOString()}, ${reason}) total`);
  return sayCast({ state, voteCount: 1, receiptCode }, rows[0].total);
}
