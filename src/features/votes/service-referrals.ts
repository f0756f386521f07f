/**
 * Referrals: three people who agreed are texted once each, and the track gets five votes, which wait until one of the
 * three comes (service-arrivals.ts). The set is written first and finished after: a process that dies in between is finished by the next try, and
 * messages have keys, so nobody is texted twice.
 */
import { and, eq, inArray } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { quoteName, REFUSALS, type Refusal } from '#features/sms/rules.ts';
import { digestPhone, requireProvenSender, sendText } from '#features/sms/service.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError, sqlState } from '#platform/errors.ts';
import type { PersonIdentity } from '#platform/http/route.ts';
import { type CountryCode, describePhone, type PhoneFacts } from '#platform/phone.ts';
import { arePhonesDistinct, hasPhoneDigits } from '#platform/phone-digits.ts';
import { keyedCode } from '#platform/tokens.ts';
import type { CastVote } from './contract.ts';
import { COPY } from './copy.ts';
import { REFERRAL_VOTES } from './limits.ts';
import { markErased } from './rules.ts';
import { countNeighbours } from './rules-fraud.ts';
import { insertVote, type Proven, present, requireOpen, type VoteDeps } from './service.ts';
import { refuseCircle } from './service-circles.ts';
import { decideVote, fraudLimits, traceVote, type VoteSource, type VoteToCheck } from './service-fraud.ts';
import { type ReferralRow, referralSets, referrals } from './table.ts';

export interface Referred {
  artistName: string;
  phoneNumber: string;
}

export interface ReferralRequest {
  referrerName?: string | null;
  referrals: Referred[];
  consent?: boolean;
  fanPage?: string;
}

type ReferralDeps = VoteDeps & Pick<Deps, 'sms' | 'log' | 'config' | 'tokens' | 'site'>;
type Person = Referred & { phone: PhoneFacts };

export async function referArtists(
  deps: ReferralDeps,
  submissionId: number,
  request: ReferralRequest,
  source: VoteSource,
  person: PersonIdentity | null = null,
): Promise<CastVote> {
  const people = readPeople(deps, request);
  requireProvenSender(person);
  const { setId, track } = await reserveSet(deps, submissionId, people, {
    name: request.referrerName,
    person,
  });
  const sids = await sendMessages(deps, submissionId, setId, track);
  return deps.db.transaction(async (tx) => {
    const { rows, cameAt } = await lockSending(tx, setId);
    for (const row of rows)
      await tx
        .update(referrals)
        .set({ messageSent: sids.has(row.id), messageSid: sids.get(row.id) ?? null })
        .where(eq(referrals.id, row.id));
    const check = { submissionId, phone: people[0].phone, source, trapped: !!request.fanPage };
    const { state, reason, ...digests } = await decideSet(deps, tx, check, rows);
    const waits = state === 'counted' && !cameAt;
    const vote = await insertVote(deps, tx, {
      submissionId,
      kind: 'referral',
      countsAs: 'referral',
      voteCount: REFERRAL_VOTES,
      voterName: rows[0].referrerName,
      voterPhone: '',
      proof: person?.provenBy ?? 'none',
      state: waits ? 'waiting' : state,
      reason: waits ? COPY.referralWaits : reason,
      ...digests,
    });
    await tx.update(referralSets).set({ state: 'sent', voteId: vote.id }).where(eq(referralSets.id, setId));
    return present(tx, vote);
  });
}

/** The briefs' rules again, on the server: three, 10 to 15 digits each, distinct by digits and as numbers; consent. */
function readPeople(
  { campaign }: Pick<Deps, 'campaign'>,
  { referrals: given, consent }: ReferralRequest,
): Person[] {
  const fields: Record<string, string> = {};
  const people = given.map((person, index) => {
    const phone = hasPhoneDigits(person.phoneNumber)
      ? describePhone(person.phoneNumber, campaign.defaultCountry as CountryCode)
      : null;
    if (!phone) fields[`referrals.${index}.phoneNumber`] = COPY.phone;
    return { ...person, phone: phone! };
  });
  if (Object.keys(fields).length > 0) throw new AppError('invalid', COPY.phone, { fields });
  const distinct = new Set(people.map(({ phone }) => phone.e164)).size === people.length;
  if (!distinct || !arePhonesDistinct(given.map(({ phoneNumber }) => phoneNumber)))
    throw new AppError('invalid', COPY.distinct, { fields: { referrals: COPY.distinct } });
  if (consent !== true) throw new AppError('invalid', COPY.consent, { fields: { consent: COPY.consent } });
  return people;
}

interface Referrer {
  name: string | null | undefined;
  person: Proven | null;
}

/** The set these three make: new, or theirs from a try that was cut off. Anybody used before for this track ends it. */
async function reserveSet(
  deps: ReferralDeps,
  submissionId: number,
  people: readonly Person[],
  referrer: Referrer,
) {
  const phones = people.map(({ phone }) => phone.e164);
  // A number that was erased since still counts as referred.
  const erased = phones.map((phone) => markErased(digestPhone(deps, phone)));
  try {
    return await deps.db.transaction(async (tx) => {
      const track = await requireOpen(deps, tx, submissionId);
      if (referrer.person) await refuseCircle(tx, referrer.person.phone, phones);
      const known = await tx
        .select({ setId: referrals.setId, state: referralSets.state })
        .from(referrals)
        .innerJoin(referralSets, eq(referralSets.id, referrals.setId))
        .where(
          and(eq(referrals.submissionId, submissionId), inArray(referrals.phoneE164, [...phones, ...erased])),
        );
      const isCutOff =
        known.length === people.length &&
        known.every(({ setId, state }) => setId === known[0].setId && state === 'sending');
      if (isCutOff) return { setId: known[0].setId, track };
      if (known.length > 0) throw alreadyReferred();
      const now = deps.clock.now();
      const [set] = await tx
        .insert(referralSets)
        .values({ submissionId, createdAt: now })
        .returning({ id: referralSets.id });
      await tx.insert(referrals).values(
        people.map(({ artistName, phoneNumber, phone }) => ({
          setId: set.id,
          submissionId,
          referrerName: referrer.name?.trim() || track.artistName,
          referrerPhone: referrer.person?.phone,
          referredName: artistName,
          referredPhone: phoneNumber.slice(0, 20),
          phoneE164: phone.e164,
          textKey: `referral:${submissionId}:${digestPhone(deps, phone.e164)}`,
          createdAt: now,
        })),
      );
      return { setId: set.id, track };
    });
  } catch (error) {
    if (sqlState(error) === '23505') throw alreadyReferred();
    throw error;
  }
}

const alreadyReferred = () => new AppError('conflict', COPY.referred, { reason: 'referred_before' });

/** Texts all three, or undoes the set: what a provider already took stays sent, and is not sent again next time. */
async function sendMessages(
  deps: ReferralDeps,
  submissionId: number,
  setId: number,
  track: { artistName: string; trackTitle: string },
): Promise<Map<number, string>> {
  const rows = await deps.db.select().from(referrals).where(eq(referrals.setId, setId)).orderBy(referrals.id);
  const sids = new Map<number, string>();
  for (const [index, row] of rows.entries()) {
    const key = row.textKey!;
    const code = keyedCode(deps.tokens, 'referral-link', key);
    const result = await sendText(deps, {
      to: row.phoneE164,
      body: writeMessage(deps, track, row, code),
      key,
      code,
    });
    // A text of the night that the provider does not keep waits here; followDeliveries then learns its sid.
    if (result.state !== 'failed' && result.sid) sids.set(row.id, result.sid);
    if (result.state !== 'failed') continue;
    deps.log.warn({ setId, submissionId, reason: result.reason }, 'a referral could not be sent');
    await deps.db
      .delete(referralSets)
      .where(and(eq(referralSets.id, setId), eq(referralSets.state, 'sending')));
    throw refuseReferral(index, row, result.reason);
  }
  return sids;
}

/** Says whose number it was, and why. */
function refuseReferral(
  index: number,
  { referredName, referredPhone }: ReferralRow,
  reason: Refusal,
): AppError {
  if (reason === 'unavailable' || reason === 'interrupted')
    return new AppError('bad_gateway', COPY.referralsFailed, { reason: 'text_provider' });
  const why = REFUSALS[reason];
  return new AppError(
    reason === 'budget' ? 'rate_limited' : 'invalid',
    `${referredName}, ${referredPhone}: ${why}`,
    { reason, fields: { [`referrals.${index}.phoneNumber`]: why } },
  );
}

/** Names sender and product and carries the way out, as the SMS terms say. */
function writeMessage(
  { campaign, config, site }: Pick<Deps, 'campaign' | 'config' | 'site'>,
  track: { artistName: string; trackTitle: string },
  { referrerName, referredName }: ReferralRow,
  code: string,
): string {
  const link = `${config.publicUrl ?? site.url}/invite/${code}`;
  return `${campaign.product}: ${quoteName(referrerName)} invites you, ${quoteName(referredName, 'friend')}. Hear ${quoteName(track.trackTitle, 'a track')} by ${quoteName(track.artistName, 'an artist')} and enter your own track. ${link} Reply STOP to end.`;
}

/** The set's people, once, for whoever finishes it first. */
async function lockSending(tx: Tx, setId: number): Promise<{ rows: ReferralRow[]; cameAt: Date | null }> {
  const [set] = await tx
    .select({ state: referralSets.state, cameAt: referralSets.cameAt })
    .from(referralSets)
    .where(eq(referralSets.id, setId))
    .for('update');
  if (!set) throw new AppError('bad_gateway', COPY.referralsFailed);
  if (set.state !== 'sending') throw alreadyReferred();
  const rows = await tx.select().from(referrals).where(eq(referrals.setId, setId));
  return { rows, cameAt: set.cameAt };
}

/** The device and network that refer are checked like any voter's; the three numbers against each other. */
async function decideSet(deps: ReferralDeps, tx: Tx, check: VoteToCheck, rows: readonly ReferralRow[]) {
  const limits = fraudLimits(deps);
  const verdict = decideVote(await traceVote(deps, tx, { ...check, votes: REFERRAL_VOTES }));
  const phones = rows.map(({ phoneE164 }) => phoneE164);
  const inARow = phones.some((phone) => countNeighbours(phone, phones, limits) >= limits.neighbours);
  if (verdict.state === 'held' || !inARow) return verdict;
  return {
    ...verdict,
    state: 'held' as const,
    reason: 'Held for a check: the three phone numbers stand in a row.',
  };
}
