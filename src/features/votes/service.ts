/** What votes of every kind share. A vote, its total and its standing are one transaction: triggers see to the last two. */
import { eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { notFound } from '#features/submissions/queries.ts';
import { submissions } from '#features/submissions/table.ts';
import type { DbOrTx, Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { PersonIdentity } from '#platform/http/route.ts';
import { randomCode } from '#platform/tokens.ts';
import type { CastVote } from './contract.ts';
import { COPY } from './copy.ts';
import { dayOf, refuseVote, type VotingFacts } from './rules.ts';
import { type VoteRow, voteDecisions, votes } from './table.ts';

export type VoteDeps = Pick<Deps, 'db' | 'clock' | 'campaign' | 'tokens'>;

/** Whose session it was, as far as a vote needs to know. */
export type Proven = Pick<PersonIdentity, 'phone' | 'provenBy'>;

export interface Voter {
  voterName: string;
  voterPhone: string;
}

/** The track a vote is for, when its page takes votes now. Held against deletion until the transaction ends. */
export async function requireOpen(
  { campaign, clock }: Pick<Deps, 'campaign' | 'clock'>,
  tx: Tx,
  submissionId: number,
) {
  const track = await holdTrack(tx, submissionId);
  refuseClosed({ campaign, clock }, track);
  return track;
}

/** A track that is none, or not to be seen, is not found; one that takes no votes now says why. */
export function refuseClosed<Track extends VotingFacts & { listed: boolean }>(
  { campaign, clock }: Pick<Deps, 'campaign' | 'clock'>,
  track: Track | null,
): asserts track is Track {
  if (!track?.listed) throw notFound();
  const closed = refuseVote(campaign, track, clock.now());
  if (closed) throw new AppError('closed', closed.message, { reason: closed.reason });
}

export async function holdTrack(tx: Tx, submissionId: number) {
  const [track] = await tx
    .select({
      artistName: submissions.artistName,
      trackTitle: submissions.trackTitle,
      state: submissions.state,
      analyzedAt: submissions.analyzedAt,
      createdAt: submissions.createdAt,
      distributionPaid: submissions.distributionPaid,
      listed: submissions.listed,
    })
    .from(submissions)
    .where(eq(submissions.id, submissionId))
    // Keeps the row from being deleted, and nobody from voting at the same time.
    .for('key share');
  return track ?? null;
}

type NewVote = Omit<typeof votes.$inferInsert, 'receiptCode' | 'day' | 'createdAt'> & { castAt?: Date };

/** Writes a vote with its receipt; one that is held or waits keeps the decision and its reason. */
export async function insertVote(
  { clock, campaign }: Pick<Deps, 'clock' | 'campaign'>,
  tx: Tx,
  { castAt = clock.now(), ...vote }: NewVote,
): Promise<VoteRow> {
  const [row] = await tx
    .insert(votes)
    .values({ ...vote, receiptCode: randomCode(), day: dayOf(castAt, campaign.timeZone), createdAt: castAt })
    .returning();
  if (row.state === 'held' || row.state === 'waiting')
    await writeDecision(tx, row.id, castAt, row.state, row.reason ?? '', 'rule');
  return row;
}

export async function writeDecision(
  tx: Tx,
  voteId: number,
  at: Date,
  state: VoteRow['state'],
  reason: string,
  decidedBy: string,
): Promise<void> {
  await tx.insert(voteDecisions).values({ voteId, at, state, reason, decidedBy });
}

export async function present(tx: DbOrTx, vote: VoteRow): Promise<CastVote> {
  const [track] = await tx
    .select({ total: submissions.voteCount })
    .from(submissions)
    .where(eq(submissions.id, vote.submissionId));
  return sayCast({ ...vote, state: shownState(vote.state) }, track?.total ?? 0);
}

/** A vote another one stands for is that of its number all the same: whoever typed it learns nothing more. */
const shownState = (state: VoteRow['state']): CastVote['state'] => (state === 'replaced' ? 'counted' : state);

const SAID: Record<CastVote['state'], string> = {
  counted: COPY.counted,
  held: COPY.held,
  waiting: COPY.referralWaits,
  voided: COPY.lapsed,
};

/** What the voter is answered, with the total their own vote is in. */
export const sayCast = (
  { state, voteCount, receiptCode }: Pick<CastVote, 'state' | 'voteCount' | 'receiptCode'>,
  total: number,
  message = SAID[state],
): CastVote => ({
  success: true,
  message,
  votes: voteCount,
  state,
  receiptCode,
  voteCount: total,
});
