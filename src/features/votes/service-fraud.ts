/** Looks at what a free or referred vote has in common with others, and decides whether it counts or is held. */
import { type SQL, sql } from 'drizzle-orm';
import { completeLimits, type FraudLimits } from '#campaign/fraud-limits.ts';
import type { Deps } from '#deps.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { PhoneFacts } from '#platform/phone.ts';
import { dayOf, type VotingFacts } from './rules.ts';
import { countNeighbours, holdReason, type Rush, type VoteTraces } from './rules-fraud.ts';

/** Where a vote came from. Kept as keyed digests only: they can be compared, not read. */
export interface VoteSource {
  address: string;
  browserId: string;
}

export interface VoteToCheck {
  submissionId: number;
  phone: PhoneFacts;
  source: VoteSource;
  /** How many it gives; 1 unless said. */
  votes?: number;
  proven?: boolean;
  trapped?: boolean;
}

export interface Verdict {
  state: 'counted' | 'held';
  reason: string | null;
  addressDigest: string;
  deviceDigest: string;
}

type FraudDeps = Pick<Deps, 'clock' | 'campaign' | 'tokens'>;
type Digests = Pick<Verdict, 'addressDigest' | 'deviceDigest'>;

/** The track, held against deletion until the transaction ends, and what the vote has in common with others. */
export interface TracedVote {
  track: (VotingFacts & { listed: boolean }) | null;
  traces: VoteTraces;
  limits: FraudLimits;
  digests: Digests;
}

interface TracesRow extends Record<string, unknown> {
  state: VotingFacts['state'] | null;
  analyzed_at: string | null;
  created_at: string;
  distribution_paid: boolean;
  listed: boolean;
  device_today: number;
  device_recent: number;
  address_hour: number;
  address_anywhere: number;
  track_minute: number;
  rush: Rush | null;
  near: string[] | null;
}

/**
 * Votes of one device, and of one address, are checked one after the other: from here to the end of the
 * transaction nobody else counts them (migrations/0045_fraud_limits.sql).
 */
export async function traceVote(deps: FraudDeps, tx: Tx, vote: VoteToCheck): Promise<TracedVote> {
  const limits = fraudLimits(deps);
  const { rows } = await tx.execute<TracesRow>(sql`
    SELECT * FROM trace_vote(${composeTraceValues(deps, vote, deps.clock.now())}, ${limits.rushPerMinute})`);
  const [found] = rows;
  return {
    limits,
    track: readTrack(found),
    traces: readTraces(found, vote, limits),
    digests: digestSource(deps, vote.source),
  };
}

/** What the database needs to know to find a vote's traces: the first parameters of its functions. */
export function composeTraceValues(
  { campaign, tokens }: Pick<Deps, 'campaign' | 'tokens'>,
  { submissionId, phone, source, proven = false }: VoteToCheck,
  now: Date,
): SQL {
  const { deviceDigest, addressDigest } = digestSource({ tokens }, source);
  const hourAgo = new Date(now.getTime() - 3_600_000);
  return sql`${submissionId}, ${deviceDigest}, ${addressDigest}, ${phone.e164},
    ${proven ? '{}' : numbersAround(phone.e164, fraudLimits({ campaign }))}, ${proven}, ${now.toISOString()}, ${dayOf(now, campaign.timeZone)},
    ${dayOf(hourAgo, campaign.timeZone)}`;
}

export const fraudLimits = ({ campaign }: Pick<Deps, 'campaign'>) => completeLimits(campaign.votes.fraud);

export function digestSource({ tokens }: Pick<Deps, 'tokens'>, { address, browserId }: VoteSource): Digests {
  return {
    addressDigest: tokens.digest('vote-address', address),
    deviceDigest: digestDevice({ tokens }, browserId),
  };
}

export const digestDevice = ({ tokens }: Pick<Deps, 'tokens'>, browserId: string) =>
  tokens.digest('vote-device', browserId);

function readTrack(row: TracesRow): TracedVote['track'] {
  if (row.state === null) return null;
  return {
    state: row.state,
    analyzedAt: row.analyzed_at === null ? null : new Date(row.analyzed_at),
    createdAt: new Date(row.created_at),
    distributionPaid: row.distribution_paid,
    listed: row.listed,
  };
}

function readTraces(
  row: TracesRow,
  { phone, votes = 1, proven = false, trapped }: VoteToCheck,
  limits: FraudLimits,
): VoteTraces {
  return {
    votes,
    proven,
    trapped,
    phone: phone.e164,
    phoneType: phone.type,
    deviceToday: row.device_today,
    deviceRecent: row.device_recent,
    addressHour: row.address_hour,
    addressAnywhere: row.address_anywhere,
    trackMinute: row.track_minute,
    rush: row.rush,
    neighbours: countNeighbours(phone.e164, row.near ?? [], limits),
  };
}

/** Throws `rate_limited` for a device that goes on and on. */
export function decideVote({ traces, limits, digests }: TracedVote): Verdict {
  if (traces.deviceRecent >= limits.deviceRefusedFrom)
    throw new AppError(
      'rate_limited',
      'Too many votes came from this device. Please wait a few minutes and try again.',
      { retryAfterSeconds: 300 },
    );
  const reason = holdReason(traces, limits);
  return { state: reason ? 'held' : 'counted', reason, ...digests };
}

/** The numbers next to this one, to be looked up by the index on phone and day. */
function numbersAround(e164: string, { neighbourSpan }: FraudLimits): string {
  const own = BigInt(e164.slice(1));
  const near: string[] = [];
  for (let step = -neighbourSpan; step <= neighbourSpan; step++)
    if (step !== 0) near.push(`+${own + BigInt(step)}`);
  return `{${near.join(',')}}`;
}
