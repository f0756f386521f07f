/** Moderation: reports by anyone, and tracks hidden or shown with a reason. */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import type { SearchPage } from '#features/submissions/contract.ts';
import { searchWhere } from '#features/submissions/queries-search.ts';
import { submissions } from '#features/submissions/table.ts';
import { setCommentHidden } from '#features/votes/service-comments.ts';
import { votes } from '#features/votes/table.ts';
import { recordAudit } from '#platform/audit.ts';
import type { Tx } from '#platform/db/connect.ts';
import { searchPattern } from '#platform/db/search-pattern.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import type { NewReport, Report } from './contract.ts';
import { reports } from './table.ts';

type ModerationDeps = Pick<Deps, 'db' | 'clock'>;
const notFound = () => new AppError('not_found', 'Submission not found');

export async function reportTrack(
  { db, clock }: ModerationDeps,
  submissionId: number,
  { kind, message, contact, voteId }: NewReport,
): Promise<void> {
  const [track] = await db
    .select({ listed: submissions.listed })
    .from(submissions)
    .where(eq(submissions.id, submissionId));
  if (!track?.listed) throw notFound();
  if (voteId !== undefined) await requireComment(db, submissionId, voteId);
  await db
    .insert(reports)
    .values({ submissionId, voteId: voteId ?? null, kind, message, contact, createdAt: clock.now() });
}

/** The comment must be visible on this very track: upholding a report must not hide one elsewhere. */
async function requireComment(db: ModerationDeps['db'], submissionId: number, voteId: number): Promise<void> {
  const [vote] = await db
    .select({ comment: votes.comment, hiddenAt: votes.commentHiddenAt })
    .from(votes)
    .where(and(eq(votes.id, voteId), eq(votes.submissionId, submissionId)));
  if (!vote?.comment || vote.hiddenAt) throw new AppError('not_found', 'Comment not found');
}

/** Matches the track or the report itself, each by its own index. */
function wordsWhere(search: string) {
  const words = searchPattern(search);
  if (!words) return undefined;
  return sql`${reports.id} IN (
    SELECT r.id FROM ${submissions} s JOIN reports r ON r.submission_id = s.id WHERE ${searchWhere(search)}
    UNION ALL SELECT r.id FROM reports r WHERE (r.message || E'\n' || r.contact) ILIKE ${words})`;
}

export async function listReports(
  { db }: Pick<Deps, 'db'>,
  { search, after, limit }: SearchPage,
): Promise<Report[]> {
  const from = sql`(${reports.state} = 'open', ${reports.id}) <
    (SELECT a.state = 'open', a.id FROM reports a WHERE a.id = ${after})`;
  const rows = await db
    .select({
      report: reports,
      artistName: submissions.artistName,
      trackTitle: submissions.trackTitle,
      hiddenAt: submissions.hiddenAt,
      comment: votes.comment,
      commentHiddenAt: votes.commentHiddenAt,
    })
    .from(reports)
    .leftJoin(votes, eq(votes.id, reports.voteId))
    .innerJoin(submissions, eq(submissions.id, reports.submissionId))
    .where(and(wordsWhere(search), after === undefined ? undefined : from))
    .orderBy(sql`(${reports.state} = 'open') DESC`, desc(reports.id))
    .limit(limit);
  return rows.map(({ report, artistName, trackTitle, hiddenAt, comment, commentHiddenAt }) => ({
    id: report.id,
    submissionId: report.submissionId,
    voteId: report.voteId,
    artistName,
    trackTitle,
    comment,
    hidden: (report.voteId === null ? hiddenAt : commentHiddenAt) !== null,
    kind: report.kind,
    message: report.message,
    contact: report.contact,
    state: report.state,
    decision: report.decision,
    createdAt: report.createdAt.toISOString(),
  }));
}

export async function decideReport(
  deps: ModerationDeps,
  actor: StaffIdentity,
  id: number,
  { state, decision }: { state: 'upheld' | 'dismissed'; decision: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const [report] = await tx
      .update(reports)
      .set({ state, decision, decidedAt: now, decidedBy: actor.id })
      .where(and(eq(reports.id, id), eq(reports.state, 'open')))
      .returning();
    if (!report) throw await notOpen(tx, id);
    const subject = { type: 'report', id };
    await recordAudit(tx, { at: now, actor, action: 'report.decide', subject, detail: { state, decision } });
    if (state !== 'upheld') return;
    if (report.voteId === null) await setHidden(deps, tx, actor, report.submissionId, decision, true);
    else await hideComment(deps, tx, actor, report.voteId, decision);
  });
}

/** The first decision stands: a track that was hidden for a report must not belong to one that was dismissed. */
async function notOpen(tx: Tx, id: number): Promise<AppError> {
  const [report] = await tx.select({ state: reports.state }).from(reports).where(eq(reports.id, id));
  if (!report) return new AppError('not_found', 'Report not found');
  return new AppError('conflict', `A colleague decided meanwhile: ${report.state}.`);
}

/** The comment may have been erased since, with its artist or its voter. */
async function hideComment(
  deps: ModerationDeps,
  tx: Tx,
  actor: StaffIdentity,
  voteId: number,
  reason: string,
): Promise<void> {
  const [vote] = await tx.select({ comment: votes.comment }).from(votes).where(eq(votes.id, voteId));
  if (vote?.comment) await setCommentHidden(deps, tx, actor, { voteId, hidden: true, reason });
}

export function hideTrack(
  deps: ModerationDeps,
  actor: StaffIdentity,
  id: number,
  reason: string,
): Promise<void> {
  return deps.db.transaction((tx) => setHidden(deps, tx, actor, id, reason, true));
}

export function showTrack(
  deps: ModerationDeps,
  actor: StaffIdentity,
  id: number,
  reason: string,
): Promise<void> {
  return deps.db.transaction((tx) => setHidden(deps, tx, actor, id, reason, false));
}

async function setHidden(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  actor: StaffIdentity,
  id: number,
  reason: string,
  hidden: boolean,
): Promise<void> {
  const now = clock.now();
  const changed = await tx
    .update(submissions)
    .set({ hiddenAt: hidden ? now : null, hiddenReason: hidden ? reason : null })
    .where(eq(submissions.id, id))
    .returning({ id: submissions.id });
  if (changed.length === 0) throw notFound();
  const action = hidden ? 'submission.hide' : 'submission.unhide';
  await recordAudit(tx, { at: now, actor, action, subject: { type: 'submission', id }, detail: { reason } });
}
