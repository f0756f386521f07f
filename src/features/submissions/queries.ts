/** Reads of submissions. */
import { eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { countAhead, recentSeconds } from '#features/recordings/queries.ts';
import { doneShare, laneOf, PRIORITY } from '#features/recordings/rules-run.ts';
import { recordingRuns, recordings } from '#features/recordings/table.ts';
import type { DbOrTx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { TypedNumber } from '#ports/personal-data.ts';
import type { Stage, Status } from './contract-status.ts';
import { estimateRemaining, progressOf, remainingByPace } from './rules.ts';
import { submissions } from './table.ts';

export const notFound = () => new AppError('not_found', 'Submission not found');

export type SubmissionRow = Awaited<ReturnType<typeof readSubmission>>;

export async function readSubmission({ db }: Pick<Deps, 'db'>, id: number) {
  const [row] = await db
    .select({ submission: submissions, peaks: recordings.peaks, audioKey: recordings.audioKey })
    .from(submissions)
    .innerJoin(recordings, eq(recordings.audioSha256, submissions.audioSha256))
    .where(eq(submissions.id, id));
  if (!row) throw notFound();
  const { submission, peaks, audioKey } = row;
  return { ...submission, peaks, audioKey };
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

export async function readAudioKey(deps: Pick<Deps, 'db'>, id: number, isStaff: boolean): Promise<string> {
  const { listed, audioKey } = await readSubmission(deps, id);
  if (!listed && !isStaff) throw notFound();
  return audioKey;
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
      audioSha256: submissions.audioSha256,
      run: recordingRuns,
    })
    .from(submissions)
    .leftJoin(recordingRuns, eq(recordingRuns.audioSha256, submissions.audioSha256))
    .where(eq(submissions.id, id));
  if (!row || !(await maySee(row))) throw notFound();
  const stage = stageOf(row);
  const { fraction = 0, stageAt = null, priority = PRIORITY.normal } = row.run ?? {};
  const ahead = stage === 'queued' ? await countAhead({ db }, row.audioSha256) : 0;
  const inStage = stageAt ? (clock.now().getTime() - stageAt.getTime()) / 1000 : 0;
  const recent = stage === 'done' || stage === 'failed' ? null : await recentSeconds({ db });
  const done = doneShare(row.run?.stage ?? 'queued', fraction);
  return {
    analyzed: row.analyzed,
    state: row.state,
    stage,
    progress: progressOf(stage, stage === 'reporting' ? 0 : fraction),
    ahead,
    lane: laneOf(priority),
    remainingSeconds: row.analyzed
      ? 0
      : (remainingByPace(stage, fraction, inStage) ??
        estimateRemaining(recent, ahead / config.workerConcurrency, done)),
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

/** The recording's stage until it is measured, then its own. */
function stageOf({
  analyzed,
  state,
  run,
}: Pick<SubmissionRow, 'analyzed' | 'state'> & { run: Run | null }): Stage {
  if (analyzed) return 'done';
  if (state === 'failed') return 'failed';
  if (run?.stage === 'done') return 'reporting';
  // It waits for another try of a recording that failed.
  return run && run.stage !== 'failed' ? run.stage : 'queued';
}

type Run = typeof recordingRuns.$inferSelect;
