/** Throne comments as staff see them: all of them, and taken out of sight or brought back with a reason. */
import { and, desc, eq, isNotNull, lt } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { submissions } from '#features/submissions/table.ts';
import { recordAudit } from '#platform/audit.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import type { ThroneComment } from './contract-staff.ts';
import { COMMENTS_PAGE } from './limits.ts';
import { votes } from './table.ts';

export async function listThroneComments(
  { db }: Pick<Deps, 'db'>,
  before?: number,
): Promise<ThroneComment[]> {
  const rows = await db
    .select({ vote: votes, artistName: submissions.artistName, trackTitle: submissions.trackTitle })
    .from(votes)
    .innerJoin(submissions, eq(submissions.id, votes.submissionId))
    .where(and(isNotNull(votes.comment), before ? lt(votes.id, before) : undefined))
    .orderBy(desc(votes.id))
    .limit(COMMENTS_PAGE);
  return rows.map(({ vote, artistName, trackTitle }) => ({
    id: vote.id,
    submissionId: vote.submissionId,
    artistName,
    trackTitle,
    voterName: vote.voterName,
    comment: vote.comment!,
    hiddenReason: vote.commentHiddenReason,
    createdAt: vote.createdAt.toISOString(),
  }));
}

export interface CommentDecision {
  voteId: number;
  hidden: boolean;
  reason: string;
}

/** Within the caller's transaction: an upheld report hides the comment it is about. */
export async function setCommentHidden(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  actor: StaffIdentity,
  { voteId, hidden, reason }: CommentDecision,
): Promise<void> {
  const now = clock.now();
  const [vote] = await tx
    .update(votes)
    .set({ commentHiddenAt: hidden ? now : null, commentHiddenReason: hidden ? reason : null })
    .where(and(eq(votes.id, voteId), isNotNull(votes.comment)))
    .returning({ submissionId: votes.submissionId });
  if (!vote) throw new AppError('not_found', 'There is no such comment.');
  await recordAudit(tx, {
    at: now,
    actor,
    action: hidden ? 'comment.hide' : 'comment.unhide',
    subject: { type: 'vote', id: voteId },
    detail: { submissionId: vote.submissionId, reason },
  });
}
