/**
 * Counts votes of the inbox, many in one transaction: the same locks, the same rules and the same rows as for a vote that
 * is cast on its own (service-free.ts), but one update a track. What they do not let pass is refused, with the reason for
 * its receipt.
 */
import { sql } from 'drizzle-orm';
import type { FraudLimits } from '#campaign/fraud-limits.ts';
import type { Deps } from '#deps.ts';
import { submissions } from '#features/submissions/table.ts';
import { anyInt } from '#platform/db/any-of.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { InboxVote } from '#ports/vote-inbox.ts';
import { COPY } from './copy.ts';
import {
  type DatedVote,
  type FoundTraces,
  type HeldTrack,
  holdTracks,
  lockSources,
  readRushes,
  traceVotes,
} from './queries-batch.ts';
import { dayOf } from './rules.ts';
import { BatchTraces, type TrackRush } from './rules-batch.ts';
import { countNeighbours } from './rules-fraud.ts';
import { refuseClosed } from './service.ts';
import { decideVote, fraudLimits, type Verdict } from './service-fraud.ts';
import { refusedVotes, type VoteRow, voteDecisions, votes } from './table.ts';

type BatchDeps = Pick<Deps, 'clock' | 'campaign'>;

export async function countBatch(deps: BatchDeps, tx: Tx, batch: readonly InboxVote[]): Promise<void> {
  await lockSources(tx, batch);
  let rest = batch.map((vote) => dateVote(deps, vote));
  while (rest.length > 0) rest = rest.slice(await countSome(deps, tx, rest));
}

function dateVote({ campaign: { timeZone } }: Pick<Deps, 'campaign'>, vote: InboxVote): DatedVote {
  const at = vote.acceptedAt.getTime();
  const day = dayOf(vote.acceptedAt, timeZone);
  const { submissionId, phone, proof, addressDigest: address, deviceDigest: device } = vote;
  return {
    ...vote,
    day,
    hourAgo: dayOf(new Date(at - 3_600_000), timeZone),
    seen: { submissionId, phone, proven: proof !== 'none', address, device, day, at },
  };
}

/** Returns how many: all, unless one takes the place of another among them, which has to be written first. */
async function countSome(deps: BatchDeps, tx: Tx, batch: readonly DatedVote[]): Promise<number> {
  const limits = fraudLimits(deps);
  const tracks = await holdTracks(tx, [...new Set(batch.map(({ submissionId }) => submissionId))]);
  const found = await traceVotes(tx, batch, limits);
  const rushes = await readRushes(tx, batch, limits);
  const judge = new Judge(deps, limits, rushes);
  const isLeft = (vote: DatedVote, n: number) =>
    !found[n].known && !judge.judge(vote, tracks.get(vote.submissionId) ?? null, found[n]);
  const left = batch.findIndex(isLeft);
  await write(tx, judge, deps.clock.now());
  return left < 0 ? batch.length : left;
}

interface Written extends DatedVote {
  state: 'counted' | 'held' | 'replaced';
  why: string | null;
  decisions: { state: VoteRow['state']; reason: string }[];
}

/** One vote after the other, each with all before it in sight. */
class Judge {
  readonly written: Written[] = [];
  /** Votes that others take the place of. */
  readonly replaced: { id: number; submissionId: number; at: Date; reason: string }[] = [];
  readonly refused: { vote: DatedVote; reason: string }[] = [];
  readonly #traces: BatchTraces;
  /** Which of them stand for a number, track and day. */
  readonly #standing = new Map<string, Pick<VoteRow, 'proof' | 'state'>>();

  constructor(
    private readonly deps: BatchDeps,
    private readonly limits: FraudLimits,
    private readonly rushes: Map<number, TrackRush>,
  ) {
    this.#traces = new BatchTraces(limits);
  }

  /** False when nothing was done: those before it have to be written first. */
  judge(vote: DatedVote, track: HeldTrack | null, found: FoundTraces): boolean {
    try {
      // It is as old as its acceptance, however late it is counted.
      refuseClosed({ ...this.deps, clock: { now: () => vote.acceptedAt } }, track);
      return this.#place(vote, this.#decide(vote, track, found), found.standing);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.refused.push({ vote, reason: error.message });
      return true;
    }
  }

  #decide({ seen, phone, phoneType, ...vote }: DatedVote, track: HeldTrack, found: FoundTraces): Verdict {
    const own = this.#traces.count(seen);
    const rush = seen.proven ? null : (this.rushes.get(vote.submissionId)?.shapeAt(seen.at) ?? null);
    const near = seen.proven ? 0 : countNeighbours(phone, found.near ?? [], this.limits);
    return decideVote({
      track,
      limits: this.limits,
      digests: vote,
      traces: {
        votes: 1,
        proven: seen.proven,
        trapped: vote.trapped,
        phone,
        phoneType,
        deviceToday: found.deviceToday + own.deviceToday,
        deviceRecent: found.deviceRecent + own.deviceRecent,
        addressHour: found.addressHour + own.addressHour,
        addressAnywhere: found.addressAnywhere + own.addressAnywhere,
        // Looked at only where there is a rush.
        trackMinute: 0,
        rush,
        neighbours: near + own.neighbours,
      },
    });
  }

  /** As write_free_vote has it (migrations/0027_proven_votes.sql). */
  #place(vote: DatedVote, { state, reason }: Verdict, written: FoundTraces['standing']): boolean {
    const { proven } = vote.seen;
    const key = `${vote.submissionId} ${vote.phone} ${vote.day}`;
    const unwritten = this.#standing.get(key);
    const standing = unwritten ?? written;
    const gives =
      !standing ||
      (standing.proof === 'none' && (proven || (standing.state === 'held' && state === 'counted')));
    if (!gives && proven) throw new AppError('conflict', COPY.repeat, { reason: 'voted_today' });
    if (gives && unwritten) return false;
    if (gives && written) this.replaced.push(describeReplaced(vote, written.id));
    const decisions: Written['decisions'] = state === 'held' ? [{ state, reason: reason ?? '' }] : [];
    if (gives) {
      this.written.push({ ...vote, state, why: reason, decisions });
      this.#standing.set(key, { proof: vote.proof, state });
    } else {
      decisions.push({ state: 'replaced', reason: COPY.spent });
      this.written.push({ ...vote, state: 'replaced', why: COPY.spent, decisions });
    }
    this.#traces.add(vote.seen, gives);
    this.rushes.get(vote.submissionId)?.add(vote.seen);
    return true;
  }
}

const describeReplaced = ({ submissionId, acceptedAt, seen }: DatedVote, id: number) => ({
  id,
  submissionId,
  at: acceptedAt,
  reason: seen.proven ? COPY.outdone : COPY.replaced,
});

/** The last step: from here to the commit nobody else can vote for its tracks. */
async function write(tx: Tx, { written, replaced, refused }: Judge, now: Date): Promise<void> {
  if (replaced.length > 0) await replaceVotes(tx, replaced);
  if (written.length > 0) await insertVotes(tx, written);
  if (refused.length > 0) await refuseVotes(tx, refused, now);
}

async function replaceVotes(tx: Tx, replaced: Judge['replaced']): Promise<void> {
  // In the order of their numbers, as everywhere where several are locked.
  await tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(sql`${submissions.id} = ${anyInt(replaced.map(({ submissionId }) => submissionId))}`)
    .orderBy(submissions.id)
    .for('no key update');
  for (const { id, at, reason } of replaced) {
    await tx.update(votes).set({ state: 'replaced', reason }).where(sql`${votes.id} = ${id}`);
    await tx.insert(voteDecisions).values({ voteId: id, at, state: 'replaced', reason, decidedBy: 'rule' });
  }
}

async function insertVotes(tx: Tx, written: readonly Written[]): Promise<void> {
  const column = (type: string, read: (vote: Written) => unknown) =>
    sql`${sql.param(written.map(read))}::${sql.raw(type)}[]`;
  const { rows } = await tx.execute<{ id: number; receipt_code: string }>(sql`
    INSERT INTO votes (kind, counts_as, submission_id, state, reason, voter_name, voter_phone, phone_e164, proof,
      receipt_code, address_digest, device_digest, day, created_at)
    SELECT 'free', 'free', b.* FROM unnest(
      ${column('int', (vote) => vote.submissionId)}, ${column('text', (vote) => vote.state)},
      ${column('text', (vote) => vote.why)}, ${column('text', (vote) => vote.voterName)},
      ${column('text', (vote) => vote.voterPhone)}, ${column('text', (vote) => vote.phone)},
      ${column('text', (vote) => vote.proof)}, ${column('text', (vote) => vote.receiptCode)},
      ${column('text', (vote) => vote.addressDigest)}, ${column('text', (vote) => vote.deviceDigest)},
      ${column('date', (vote) => vote.day)}, ${column('timestamptz', (vote) => vote.acceptedAt.toISOString())}) b
    RETURNING id, receipt_code`);
  const ids = new Map(rows.map(({ id, receipt_code }) => [receipt_code, id]));
  const decisions = written.flatMap((vote) =>
    vote.decisions.map((decision) => ({
      ...decision,
      voteId: ids.get(vote.receiptCode)!,
      at: vote.acceptedAt,
      decidedBy: 'rule',
    })),
  );
  if (decisions.length > 0) await tx.insert(voteDecisions).values(decisions);
}

async function refuseVotes(tx: Tx, refused: Judge['refused'], refusedAt: Date): Promise<void> {
  const rows = refused.map(({ vote: { receiptCode, submissionId, acceptedAt }, reason }) => ({
    receiptCode,
    submissionId,
    acceptedAt,
    reason,
    refusedAt,
  }));
  await tx.insert(refusedVotes).values(rows).onConflictDoNothing();
}

const KEPT_MS = 30 * 24 * 3_600_000;

/** Whoever asks what became of their vote does so within days. */
export async function sweepRefused(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  atMost: number,
): Promise<number> {
  const before = new Date(clock.now().getTime() - KEPT_MS);
  const { rowCount } = await db.execute(sql`
    DELETE FROM refused_votes WHERE receipt_code IN (
      SELECT receipt_code FROM refused_votes WHERE refused_at < ${before} ORDER BY refused_at LIMIT ${atMost})`);
  return rowCount ?? 0;
}

/** For one that the database does not take, whatever the reason: the others must not wait behind it for ever. */
export function refuseUncountable({ clock }: Pick<Deps, 'clock'>, tx: Tx, vote: InboxVote): Promise<void> {
  return refuseVotes(tx, [{ vote: vote as DatedVote, reason: COPY.uncountable }], clock.now());
}
