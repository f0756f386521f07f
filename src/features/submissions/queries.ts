/** Reads of submissions. */
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import type { Status } from '#features/scoring/contract.ts';
import type { DbOrTx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { TypedNumber } from '#ports/personal-data.ts';
import { doneShare, estimateRemaining, progressOf, remainingByPace } from './rules.ts';
import { analysisRuns, recordings, submissions } from './table.ts';

export const notFound = () => new AppError('not_found', 'Submission not found');

export type SubmissionRow = typeof submissions.$inferSelect & { peaks: number[] | null };

export async function readSubmission({ db }: Pick<Deps, 'db'>, id: number): Promise<SubmissionRow> {
  const [row] = await db
    .select({ submission: submissions, peaks: recordings.peaks })
    .from(submissions)
    .leftJoin(
      recordings,
      and(
        eq(recordings.audioSha256, submissions.audioSha256),
        eq(recordings.engineVersion, submissions.engineVersion),
      ),
    )
    .where(eq(submissions.id, id));
  if (!row) throw notFound();
  return { ...row.submission, peaks: row.peaks };
}

/** The number a track was sent in with. */
export async function readNumber(reader: DbOrTx, id: number): Promise<TypedNumber> {
  const [row] = await reader
    .select({ phoneNumber: submissions.phoneNumber, e164: submissions.phoneE164 })
    .from(submissions)
    .where(eq(submissions.id, id));
  if (!row) throw notFound();
  return row;
}

export async function readAudioKey({ db }: Pick<Deps, 'db'>, id: number, isStaff: boolean): Promise<string> {
  const [row] = await db
    .select({ audioKey: submissions.audioKey, listed: submissions.listed })
    .from(submissions)
    .where(eq(submissions.id, id));
  if (!row || !(row.listed || isStaff)) throw notFound();
  return row.audioKey;
}

/** The track with this audio that the public may not hear. Other audio is nobody's here to withhold. */
export async function findWithheld(
  { db }: Pick<Deps, 'db'>,
  audioKey: string,
): Promise<{ id: number; heldOnly: boolean } | null> {
  const [row] = await db
    .select({
      id: submissions.id,
      heldOnly: sql<boolean>`archive_id IS NULL AND hidden_at IS NULL`,
    })
    .from(submissions)
    .where(and(eq(submissions.audioKey, audioKey), eq(submissions.listed, false)));
  return row ?? null;
}

/** How far one analysis is, with what the server knows about the time left. */
export async function readStatus(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  id: number,
  maySee: (track: { listed: boolean; archiveId: number | null }) => boolean | Promise<boolean>,
): Promise<Status> {
  const [row] = await db
    .select({
      listed: submissions.listed,
      archiveId: submissions.archiveId,
      state: submissions.state,
      analyzed: submissions.analyzed,
      failureCode: submissions.failureCode,
      failureMessage: submissions.failureMessage,
      stage: analysisRuns.stage,
      fraction: analysisRuns.fraction,
      lane: analysisRuns.lane,
      stageAt: analysisRuns.stageAt,
      queuedAt: analysisRuns.queuedAt,
    })
    .from(submissions)
    .leftJoin(analysisRuns, eq(analysisRuns.submissionId, submissions.id))
    .where(eq(submissions.id, id));
  if (!row || !(await maySee(row))) throw notFound();
  const stage = row.analyzed ? 'done' : row.state === 'failed' ? 'failed' : (row.stage ?? 'queued');
  const fraction = row.fraction ?? 0;
  const waiting = stage === 'queued' ? await countAhead(db, id) : 0;
  const inStage = row.stageAt ? (clock.now().getTime() - row.stageAt.getTime()) / 1000 : 0;
  const recent = row.analyzed || row.state === 'failed' ? null : await recentSeconds(db);
  return {
    analyzed: row.analyzed,
    state: row.state,
    stage,
    progress: progressOf(stage, fraction),
    ahead: waiting,
    lane: row.lane ?? 'normal',
    remainingSeconds: row.analyzed
      ? 0
      : (remainingByPace(stage, fraction, inStage) ??
        estimateRemaining(recent, waiting / config.workerConcurrency, doneShare(stage, fraction))),
    failure:
      row.state === 'failed'
        ? {
            code: row.failureCode ?? 'failed',
            message: row.failureMessage ?? 'The analysis failed.',
            canRetry: true,
          }
        : null,
  };
}

async function countAhead(db: Deps['db'], id: number): Promise<number> {
  const { rows } = await db.execute<{ ahead: number }>(sql`
    SELECT count(*)::int AS ahead
    FROM analysis_runs other JOIN submissions theirs ON theirs.id = other.submission_id,
      analysis_runs mine JOIN submissions ours ON ours.id = mine.submission_id
    WHERE mine.submission_id = ${id} AND other.submission_id <> mine.submission_id
      AND other.stage NOT IN ('done', 'failed')
      AND (other.stage <> 'queued' OR ours.demo OR NOT theirs.demo)
      AND (other.stage <> 'queued'
        OR (other.lane = 'front' AND mine.lane = 'normal')
        OR (other.lane = mine.lane AND (other.queued_at, other.submission_id) < (mine.queued_at, mine.submission_id)))`);
  return rows[0].ahead;
}

/** Mean seconds of the last twenty analyses that ran. */
async function recentSeconds(db: Deps['db']): Promise<number | null> {
  const recent = db
    .select({
      seconds: sql<number>`extract(epoch FROM ${analysisRuns.finishedAt} - ${analysisRuns.startedAt})`.as(
        'seconds',
      ),
    })
    .from(analysisRuns)
    .where(and(isNotNull(analysisRuns.finishedAt), eq(analysisRuns.stage, 'done')))
    .orderBy(sql`${analysisRuns.finishedAt} DESC`)
    .limit(20)
    .as('recent');
  const [row] = await db.select({ mean: sql<number | null>`avg(${recent.seconds})::float8` }).from(recent);
  return row?.mean ?? null;
}
