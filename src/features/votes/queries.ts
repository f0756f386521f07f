/** Reads of votes: what a page shows of them, a receipt, the bio. */
import { and, asc, desc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { sayDate } from '#campaign/rounds.ts';
import type { Deps } from '#deps.ts';
import { digestReceipt } from '#features/ledger/format-entry.ts';
import { notFound } from '#features/submissions/queries.ts';
import { submissions } from '#features/submissions/table.ts';
import { AppError } from '#platform/errors.ts';
import { sha256 } from '#platform/signing.ts';
import { type PublicVote, VOTES_SHOWN, type VoteReceipt } from './contract.ts';
import { composeBio } from './copy-bio.ts';
import { closingDate, isOver, isPlaceholder, markRestored, refuseVote, SUPPORTER } from './rules.ts';
import { refusedVotes, type VoteRow, voteDecisions, votes } from './table.ts';

async function readTrack({ db }: Pick<Deps, 'db'>, id: number) {
  const [track] = await db
    .select({
      artistName: submissions.artistName,
      trackTitle: submissions.trackTitle,
      state: submissions.state,
      analyzedAt: submissions.analyzedAt,
      createdAt: submissions.createdAt,
      distributionPaid: submissions.distributionPaid,
      listed: submissions.listed,
      genre: submissions.genre,
      score: submissions.score,
      durationSeconds: submissions.durationSeconds,
      bio: sql<string | null>`${submissions.analysis}->>'bio'`,
      total: submissions.voteCount,
      free: submissions.votesFree,
      proven: submissions.votesProven,
      unproven: sql<number>`${submissions.votesFree} - ${submissions.votesProven}`,
      paid: submissions.votesPaid,
      referred: submissions.votesReferred,
      held: submissions.votesHeld,
      waiting: submissions.votesWaiting,
    })
    .from(submissions)
    .where(eq(submissions.id, id));
  if (!track?.listed) throw notFound();
  return track;
}

export async function readVoting(deps: Pick<Deps, 'db' | 'campaign' | 'clock'>, id: number) {
  const track = await readTrack(deps, id);
  const now = deps.clock.now();
  const closed = refuseVote(deps.campaign, track, now);
  const over = isOver(deps.campaign, now);
  const closesAt = closingDate(deps.campaign, track);
  const { total, free, proven, unproven, paid, referred, held, waiting } = track;
  return {
    open: closed === null,
    closesAt: closesAt?.toISOString() ?? null,
    closesOn: closesAt && sayDate(closesAt, deps.campaign.timeZone),
    distributed: track.distributionPaid,
    reason: closed?.message ?? null,
    over,
    counts: { total, free, proven, unproven, paid, referred, held, waiting },
    lapsed: over ? await countLapsed(deps, id) : 0,
    serverTime: now.toISOString(),
  };
}

async function countLapsed({ db }: Pick<Deps, 'db'>, id: number): Promise<number> {
  const [{ lapsed }] = await db
    .select({ lapsed: sql<number>`coalesce(sum(${votes.voteCount}), 0)::int` })
    .from(votes)
    .where(and(eq(votes.submissionId, id), isNotNull(votes.lapsedAt)));
  return lapsed;
}

export async function readBio(deps: Pick<Deps, 'db'>, id: number) {
  const track = await readTrack(deps, id);
  return { bio: track.bio?.trim() || composeBio(track), automated: true as const };
}

export async function listVotes(deps: Pick<Deps, 'db'>, id: number): Promise<PublicVote[]> {
  await readTrack(deps, id);
  const rows = await deps.db
    .select()
    .from(votes)
    .where(and(eq(votes.submissionId, id), eq(votes.state, 'counted')))
    .orderBy(desc(votes.id))
    .limit(VOTES_SHOWN);
  return rows.map((row) => ({
    id: row.id,
    voterName: publicName(row),
    voteCount: row.voteCount,
    isPaid: row.isPaid,
    kind: row.kind,
    proven: row.kind === 'free' && row.proof !== 'none',
    votePackage: row.votePackage,
    comment: row.commentHiddenAt ? null : row.comment,
    createdAt: row.createdAt.toISOString(),
  }));
}

function publicName({ voterName, voterPhone }: VoteRow): string {
  return isPlaceholder(voterName, voterPhone) || !voterName.trim() ? SUPPORTER : voterName;
}

export async function readVoteReceipt(
  deps: Pick<Deps, 'db' | 'clock' | 'campaign' | 'voteInbox'>,
  code: string,
): Promise<VoteReceipt> {
  const { db } = deps;
  // Before the votes: what is not there any more is counted by then.
  const [received] = await Promise.allSettled([deps.voteInbox.find(code)]);
  const codes = [code, markRestored(digestReceipt(sha256, code))];
  const [vote] = await db.select().from(votes).where(inArray(votes.receiptCode, codes));
  if (!vote) return readUncounted(deps, code, received);
  const track = await readReceiptTrack(deps, vote.submissionId);
  const [correction] = await db
    .select({ votes: votes.voteCount, reason: votes.reason, at: votes.createdAt })
    .from(votes)
    .where(eq(votes.corrects, vote.id));
  const decisions = await listDecisions(deps, vote.id);
  // One that another stands for reads as if it stood: whether its number has voted is nobody's business.
  const shown =
    vote.state === 'replaced' ? (decisions.at(-1) ?? { state: 'counted' as const, reason: null }) : vote;
  return {
    code,
    kind: vote.kind,
    votes: vote.voteCount,
    // Taken back by an entry of its own, or void since the end: the row still counts, what it gave does not.
    state: vote.lapsedAt || correction ? 'voided' : (shown.state as ShownState),
    reason: correction?.reason ?? shown.reason,
    over: isOver(deps.campaign, deps.clock.now()),
    takenBack: -(correction?.votes ?? 0),
    votePackage: vote.votePackage,
    paymentAmount: vote.paymentAmount,
    createdAt: vote.createdAt.toISOString(),
    decisions: decisions
      .concat(correction ? { at: correction.at, state: 'voided', reason: correction.reason ?? '' } : [])
      .map(({ at, ...decision }) => ({ at: at.toISOString(), ...decision })),
    submissionId: vote.submissionId,
    track,
  };
}

async function readReceiptTrack({ db }: Pick<Deps, 'db'>, id: number): Promise<VoteReceipt['track']> {
  const [track] = await db
    .select({
      artistName: submissions.artistName,
      trackTitle: submissions.trackTitle,
      voteCount: submissions.voteCount,
    })
    .from(submissions)
    .where(eq(submissions.id, id));
  return track ?? null;
}

/** A vote the inbox took in: it waits to be counted, or it was refused then. */
async function readUncounted(
  deps: Pick<Deps, 'db' | 'clock' | 'campaign'>,
  code: string,
  asked: PromiseSettledResult<Awaited<ReturnType<Deps['voteInbox']['find']>>>,
): Promise<VoteReceipt> {
  if (asked.status === 'rejected') throw asked.reason;
  const received = asked.value;
  const [refused] = received
    ? []
    : await deps.db.select().from(refusedVotes).where(eq(refusedVotes.receiptCode, code));
  const vote = received ?? refused;
  if (!vote) throw new AppError('not_found', 'Receipt not found');
  const decision = refused && { state: 'voided' as const, reason: refused.reason };
  return {
    code,
    kind: 'free',
    votes: 1,
    state: decision?.state ?? 'received',
    reason: decision?.reason ?? null,
    over: isOver(deps.campaign, deps.clock.now()),
    takenBack: 0,
    votePackage: null,
    paymentAmount: null,
    createdAt: vote.acceptedAt.toISOString(),
    decisions: decision ? [{ at: refused.refusedAt.toISOString(), ...decision }] : [],
    submissionId: vote.submissionId,
    track: await readReceiptTrack(deps, vote.submissionId),
  };
}

type ShownState = VoteReceipt['decisions'][number]['state'];

async function listDecisions({ db }: Pick<Deps, 'db'>, voteId: number) {
  const rows = await db
    .select({ at: voteDecisions.at, state: voteDecisions.state, reason: voteDecisions.reason })
    .from(voteDecisions)
    .where(and(eq(voteDecisions.voteId, voteId), ne(voteDecisions.state, 'replaced')))
    .orderBy(asc(voteDecisions.id));
  return rows.map(({ state, ...decision }) => ({ ...decision, state: state as ShownState }));
}
