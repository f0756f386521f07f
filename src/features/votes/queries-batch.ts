/** What a batch of votes has in common with those that are counted: as trace_vote finds it for one, for all in one go. */
import { sql } from 'drizzle-orm';
import type { FraudLimits } from '#campaign/fraud-limits.ts';
import type { Deps } from '#deps.ts';
import { submissions } from '#features/submissions/table.ts';
import { anyInt } from '#platform/db/any-of.ts';
import type { Tx } from '#platform/db/connect.ts';
import type { InboxVote } from '#ports/vote-inbox.ts';
import type { VotingFacts } from './rules.ts';
import { rushSample, rushWindowMs, type Seen, TrackRush } from './rules-batch.ts';
import type { VoteRow } from './table.ts';

/** A vote of the inbox with the day it was cast on, and an hour before. */
export interface DatedVote extends InboxVote {
  day: string;
  hourAgo: string;
  seen: Seen;
}

export interface FoundTraces {
  /** Counted or refused already: it was handed out again. */
  known: boolean;
  deviceToday: number;
  deviceRecent: number;
  addressHour: number;
  addressAnywhere: number;
  near: string[] | null;
  /** The vote this number has for the track and day. */
  standing: Pick<VoteRow, 'id' | 'proof' | 'state'> | null;
}

export type HeldTrack = VotingFacts & { listed: boolean };

const list = (type: string, values: readonly unknown[]) => sql`${sql.param([...values])}::${sql.raw(type)}[]`;

/**
 * The same locks as trace_vote takes, all at once and in the same order: votes of one device, one address and one number
 * are judged one after the other, whichever way they came. Taken before any row is locked.
 */
export async function lockSources(tx: Tx, votes: readonly InboxVote[]): Promise<void> {
  const shared = votes.flatMap(({ addressDigest, deviceDigest, submissionId, phone }) => [
    addressDigest,
    deviceDigest,
    `${submissionId}${phone}`,
  ]);
  // As for trace_vote: a plan made while the table is small must not be one that reads all of it.
  await tx.execute(sql`SET LOCAL enable_seqscan = off`);
  await tx.execute(sql`
    SELECT pg_advisory_xact_lock(key) FROM (
      SELECT DISTINCT hashtextextended(shared, 7) AS key FROM unnest(${list('text', shared)}) shared ORDER BY 1) keys`);
}

const HELD = {
  id: submissions.id,
  state: submissions.state,
  analyzedAt: submissions.analyzedAt,
  createdAt: submissions.createdAt,
  distributionPaid: submissions.distributionPaid,
  listed: submissions.listed,
};

export type VotedTrack = HeldTrack & { total: number };

/** What taking a vote in asks of its track. */
export async function readVotedTracks({ db }: Pick<Deps, 'db'>, ids: readonly number[]) {
  const rows = await db
    .select({ ...HELD, total: submissions.voteCount })
    .from(submissions)
    .where(sql`${submissions.id} = ${anyInt(ids)}`);
  return new Map(rows.map(({ id, ...track }): [number, VotedTrack] => [id, track]));
}

/** Held against deletion until the transaction ends. */
export async function holdTracks(tx: Tx, ids: readonly number[]): Promise<Map<number, HeldTrack>> {
  const rows = await tx
    .select(HELD)
    .from(submissions)
    .where(sql`${submissions.id} = ${anyInt(ids)}`)
    .orderBy(submissions.id)
    .for('key share');
  return new Map(rows.map(({ id, ...track }) => [id, track]));
}

interface TracesRow extends Record<string, unknown> {
  known: boolean;
  device_today: number;
  device_recent: number;
  address_hour: number;
  address_anywhere: number;
  near: string[] | null;
  standing_id: number | null;
  standing_proof: VoteRow['proof'];
  standing_state: VoteRow['state'];
}

/**
 * In the order of the votes. Each part is an aggregate or has a limit: so it is looked up for each vote by its index, and
 * never joined with the whole table. Numbers of one length stand in the order of their digits, so those around
 * one are a range.
 */
export async function traceVotes(
  tx: Tx,
  votes: readonly DatedVote[],
  limits: FraudLimits,
): Promise<FoundTraces[]> {
  const around = votes.map(({ phone, proof }) => (proof === 'none' ? numbersAround(phone, limits) : null));
  const column = (type: string, read: (vote: DatedVote, n: number) => unknown) => list(type, votes.map(read));
  const { rows } = await tx.execute<TracesRow>(sql`
    SELECT known.*, device.*, address.*, around.near,
      standing.id AS standing_id, standing.proof AS standing_proof, standing.state AS standing_state
    FROM unnest(
      ${column('int', (vote) => vote.submissionId)}, ${column('text', (vote) => vote.receiptCode)},
      ${column('text', (vote) => vote.deviceDigest)}, ${column('text', (vote) => vote.addressDigest)},
      ${column('text', (vote) => vote.phone)}, ${column('boolean', (vote) => vote.proof !== 'none')},
      ${column('timestamptz', (vote) => vote.acceptedAt.toISOString())}, ${column('date', (vote) => vote.day)},
      ${column('date', (vote) => vote.hourAgo)}, ${column('text', (_, n) => around[n]?.low ?? null)},
      ${column('text', (_, n) => around[n]?.high ?? null)})
      WITH ORDINALITY AS b(track, receipt, device, address, phone, proven, moment, today, hour_ago, low, high, n)
    CROSS JOIN LATERAL (
      SELECT EXISTS (SELECT FROM votes v WHERE v.receipt_code = b.receipt)
        OR EXISTS (SELECT FROM refused_votes r WHERE r.receipt_code = b.receipt) AS known) known
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(v.vote_count) FILTER (WHERE v.submission_id = b.track AND v.day = b.today), 0)::int AS device_today,
        coalesce(sum(v.vote_count) FILTER (WHERE v.created_at > b.moment - interval '5 minutes'), 0)::int AS device_recent
      FROM votes v WHERE v.device_digest = b.device AND v.created_at > b.moment - interval '26 hours' AND v.kind <> 'paid'
        AND (NOT b.proven OR v.proof <> 'none')) device
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(v.vote_count) FILTER (WHERE v.submission_id = b.track), 0)::int AS address_hour,
        coalesce(sum(v.vote_count), 0)::int AS address_anywhere
      FROM votes v WHERE v.address_digest = b.address AND v.created_at > b.moment - interval '1 hour' AND v.kind <> 'paid'
        AND (NOT b.proven OR v.proof <> 'none')) address
    CROSS JOIN LATERAL (
      SELECT array_agg(v.phone_e164::text) AS near FROM votes v
      WHERE v.kind = 'free' AND v.state <> 'replaced' AND v.submission_id = b.track AND v.day >= b.hour_ago
        AND v.phone_e164 BETWEEN b.low AND b.high) around
    LEFT JOIN LATERAL (
      SELECT v.id, v.proof, v.state FROM votes v
      WHERE v.kind = 'free' AND v.state <> 'replaced' AND v.submission_id = b.track AND v.phone_e164 = b.phone
        AND v.day = b.today LIMIT 1) standing ON true
    ORDER BY b.n`);
  return rows.map(readTraces);
}

const readTraces = (row: TracesRow): FoundTraces => ({
  known: row.known,
  deviceToday: row.device_today,
  deviceRecent: row.device_recent,
  addressHour: row.address_hour,
  addressAnywhere: row.address_anywhere,
  near: row.near,
  standing:
    row.standing_id === null
      ? null
      : { id: row.standing_id, proof: row.standing_proof, state: row.standing_state },
});

function numbersAround(phone: string, { neighbourSpan }: FraudLimits): { low: string; high: string } | null {
  if (!/^\+\d+$/.test(phone)) return null;
  const own = BigInt(phone.slice(1));
  const write = (number: bigint) => `+${number < 0n ? 0n : number}`;
  return { low: write(own - BigInt(neighbourSpan)), high: write(own + BigInt(neighbourSpan)) };
}

interface RushRow extends Record<string, unknown> {
  track: number;
  at: number;
  address: string | null;
  device: string | null;
  proven: boolean;
}

/** The latest votes of those tracks that have so many, with the batch, that there may be a rush. */
export async function readRushes(
  tx: Tx,
  votes: readonly DatedVote[],
  limits: FraudLimits,
): Promise<Map<number, TrackRush>> {
  const tracks = new Map<number, { since: number; votes: number }>();
  for (const { submissionId, seen } of votes) {
    const track = tracks.get(submissionId) ?? { since: Number.POSITIVE_INFINITY, votes: 0 };
    track.since = Math.min(track.since, seen.at - rushWindowMs(limits));
    track.votes++;
    tracks.set(submissionId, track);
  }
  const asked = [...tracks];
  const sample = rushSample(limits);
  const column = (type: string, read: (track: (typeof asked)[number]) => unknown) =>
    list(type, asked.map(read));
  const { rows } = await tx.execute<RushRow>(sql`
    SELECT b.track, (extract(epoch FROM v.created_at) * 1000)::float AS at, v.address_digest AS address,
      v.device_digest AS device, v.proof <> 'none' AS proven
    FROM unnest(${column('int', ([id]) => id)}, ${column('timestamptz', ([, { since }]) => new Date(since).toISOString())},
      ${column('int', ([, track]) => track.votes)}) AS b(track, since, votes)
    CROSS JOIN LATERAL (
      SELECT count(*) AS before FROM (
        SELECT FROM votes v WHERE v.submission_id = b.track AND v.kind = 'free' AND v.created_at > b.since
        LIMIT ${sample}) recent) counted
    CROSS JOIN LATERAL (
      SELECT * FROM votes v WHERE counted.before + b.votes > ${sample} AND v.submission_id = b.track AND v.kind = 'free'
        AND v.created_at > b.since ORDER BY v.created_at DESC LIMIT ${sample}) v`);
  const found = new Map<number, RushRow[]>();
  for (const row of rows) {
    const ofTrack = found.get(row.track);
    if (ofTrack) ofTrack.push(row);
    else found.set(row.track, [row]);
  }
  // A batch may be a rush all by itself.
  return new Map(
    asked
      .filter(([id, track]) => found.has(id) || track.votes > sample)
      .map(([id]) => [id, new TrackRush(limits, found.get(id) ?? [])]),
  );
}
