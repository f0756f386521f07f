/** Casts votes. A vote, its total and its standing are one transaction: the database's triggers see to the last two. */
import { eq } from 'drizzle-orm';
import type { Deps } from '#app/deps.ts';
import { notFound } from '#features/submissions/queries.ts';
import { submissions } from '#features/submissions/table.ts';
import type { Reader, Tx } from '#platform/db/connect.ts';
import { AppError, sqlState } from '#platform/errors.ts';
import { type CountryCode, describePhone, type PhoneFacts } from '#platform/phone.ts';
import { randomCode } from '#platform/tokens.ts';
import { type CastVote, TEXTS } from './contract.ts';
import { dayOf, refuseVote } from './rules.ts';
import { judgeVote, type VoteSource } from './service-fraud.ts';
import { type VoteRow, voteDecisions, votes } from './table.ts';

export type VoteDeps = Pick<Deps, 'db' | 'clock' | 'campaign' | 'tokens'>;

export interface Voter {
  voterName: string;
  voterPhone: string;
}

/** One free vote; a repeat on the same day is refused by the database, however many arrive at once. */
export async function castFreeVote(
  deps: VoteDeps,
  submissionId: number,
  voter: Voter,
  source: VoteSource,
): Promise<CastVote> {
  const phone = readVoterPhone(deps, voter.voterPhone);
  try {
    const vote = await deps.db.transaction(async (tx) => {
      await requireOpen(deps, tx, submissionId);
      const verdict = await judgeVote(deps, tx, { submissionId, phone, source });
      // Last: from here to the commit nobody else can vote for this track.
      return insertVote(deps, tx, {
        submissionId,
        kind: 'free',
        countsAs: 'free',
        voteCount: 1,
        voterName: voter.voterName,
        voterPhone: voter.voterPhone,
        phoneE164: phone.e164,
        ...verdict,
      });
    });
    return await present(deps.db, vote);
  } catch (error) {
    if (sqlState(error) === '23505') throw new AppError('conflict', TEXTS.repeat, { reason: 'voted_today' });
    throw error;
  }
}

function readVoterPhone({ campaign }: Pick<Deps, 'campaign'>, text: string): PhoneFacts {
  const phone = describePhone(text, campaign.defaultCountry as CountryCode);
  if (!phone) throw new AppError('invalid', TEXTS.phone, { fields: { voterPhone: TEXTS.phone } });
  return phone;
}

/** The track a vote is for, when its page takes votes now. Held against deletion until the transaction ends. */
export async function requireOpen(
  { campaign, clock }: Pick<Deps, 'campaign' | 'clock'>,
  tx: Tx,
  submissionId: number,
) {
  const track = await holdTrack(tx, submissionId);
  if (!track?.listed) throw notFound();
  const closed = refuseVote(campaign, track, clock.now());
  if (closed) throw new AppError('closed', closed.message, { reason: closed.reason });
  return track;
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

/** Writes a vote with its receipt; one that is held keeps the decision and its reason. */
export async function insertVote(
  { clock, campaign }: Pick<Deps, 'clock' | 'campaign'>,
  tx: Tx,
  { castAt = clock.now(), ...vote }: NewVote,
): Promise<VoteRow> {
  const [row] = await tx
    .insert(votes)
    .values({ ...vote, receiptCode: randomCode(), day: dayOf(castAt, campaign.timeZone), createdAt: castAt })
    .returning();
  if (row.state === 'held') await writeDecision(tx, row.id, castAt, 'held', row.reason ?? '', 'rule');
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

/** What the voter is answered: the total has their own vote in it. */
export async function present(tx: Reader, vote: VoteRow): Promise<CastVote> {
  const [track] = await tx
    .select({ total: submissions.voteCount })
    .from(submissions)
    .where(eq(submissions.id, vote.submissionId));
  return {
    success: true,
    message: vote.state === 'held' ? TEXTS.held : TEXTS.counted,
    votes: vote.voteCount,
    state: vote.state,
    receiptCode: vote.receiptCode,
    voteCount: track?.total ?? 0,
  };
}
