/** Looks at what a free or referred vote has in common with others, and decides whether it counts or is held. */
import { sql } from 'drizzle-orm';
import type { Deps } from '#app/deps.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { PhoneFacts } from '#platform/phone.ts';
import { dayOf } from './rules.ts';
import { countNeighbours, FRAUD, holdReason, type VoteTraces } from './rules-fraud.ts';

/** Where a vote came from. Kept as keyed digests only: they can be compared, not read. */
export interface VoteSource {
  address: string;
  browserId: string;
}

export interface VoteToJudge {
  submissionId: number;
  phone: PhoneFacts;
  source: VoteSource;
}

export interface Verdict {
  state: 'counted' | 'held';
  reason: string | null;
  addressDigest: string;
  deviceDigest: string;
}

type FraudDeps = Pick<Deps, 'clock' | 'campaign' | 'tokens'>;

export async function judgeVote(deps: FraudDeps, tx: Tx, vote: VoteToJudge): Promise<Verdict> {
  const digests = digestSource(deps, vote.source);
  await queueUp(tx, digests);
  const traces = await readTraces(deps, tx, vote, digests);
  if (traces.deviceRecent >= FRAUD.deviceRefusedFrom)
    throw new AppError(
      'rate_limited',
      'Too many votes came from this device. Please wait a few minutes and try again.',
      { retryAfterSeconds: 300 },
    );
  const reason = holdReason(traces);
  return { state: reason ? 'held' : 'counted', reason, ...digests };
}

function digestSource({ tokens }: Pick<Deps, 'tokens'>, { address, browserId }: VoteSource) {
  return {
    addressDigest: tokens.digest('vote-address', address),
    deviceDigest: tokens.digest('vote-device', browserId),
  };
}

/** Votes of one device, and of one address, are judged one after the other: a burst cannot overtake its own count. */
async function queueUp(tx: Tx, { addressDigest, deviceDigest }: ReturnType<typeof digestSource>) {
  await tx.execute(sql`
    SELECT pg_advisory_xact_lock(key) FROM (
      SELECT hashtextextended(digest, 7) AS key
      FROM unnest(ARRAY[${addressDigest}, ${deviceDigest}]::text[]) digest ORDER BY 1
    ) keys`);
}

async function readTraces(
  { clock, campaign }: FraudDeps,
  tx: Tx,
  { submissionId, phone }: VoteToJudge,
  { addressDigest, deviceDigest }: ReturnType<typeof digestSource>,
): Promise<VoteTraces> {
  const now = clock.now();
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const today = dayOf(now, campaign.timeZone);
  const { rows } = await tx.execute<{
    device_today: number;
    device_recent: number;
    address_hour: number;
    track_minute: number;
    near: string[] | null;
  }>(sql`
    SELECT
      (SELECT count(*)::int FROM votes WHERE device_digest = ${deviceDigest} AND created_at > ${ago(26 * 3600)}
         AND submission_id = ${submissionId} AND day = ${today} AND kind <> 'paid') AS device_today,
      (SELECT count(*)::int FROM votes WHERE device_digest = ${deviceDigest} AND created_at > ${ago(300)}
         AND kind <> 'paid') AS device_recent,
      (SELECT count(*)::int FROM votes WHERE address_digest = ${addressDigest} AND created_at > ${ago(3600)}
         AND submission_id = ${submissionId} AND kind <> 'paid') AS address_hour,
      (SELECT count(*)::int FROM (SELECT 1 FROM votes WHERE submission_id = ${submissionId} AND kind = 'free'
         AND created_at > ${ago(60)} LIMIT ${FRAUD.trackPerMinute}) recent) AS track_minute,
      (SELECT array_agg(phone_e164) FROM votes WHERE kind = 'free' AND submission_id = ${submissionId}
         AND day >= ${dayOf(ago(3600), campaign.timeZone)}
         AND phone_e164 = ANY(${numbersAround(phone.e164)}::text[])) AS near`);
  const [found] = rows;
  return {
    phone: phone.e164,
    phoneType: phone.type,
    deviceToday: found.device_today,
    deviceRecent: found.device_recent,
    addressHour: found.address_hour,
    trackMinute: found.track_minute,
    neighbours: countNeighbours(phone.e164, found.near ?? []),
  };
}

/** The numbers next to this one, to be looked up by the index on phone and day. */
function numbersAround(e164: string): string {
  const own = BigInt(e164.slice(1));
  const near: string[] = [];
  for (let step = -FRAUD.neighbourSpan; step <= FRAUD.neighbourSpan; step++)
    if (step !== 0) near.push(`+${own + BigInt(step)}`);
  return `{${near.join(',')}}`;
}
