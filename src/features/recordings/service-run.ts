/** Runs: a recording is put in line, and only the run that still owns the job may write what it found. */
import { and, eq, sql } from 'drizzle-orm';
import { ENGINE_VERSION } from '#audio/measure.ts';
import type { Deps } from '#deps.ts';
import type { Tx } from '#platform/db/connect.ts';
import type { JobRun } from '#platform/jobs/job.ts';
import type { RecordingFailure } from '#ports/recording-user.ts';
import { MEASURE_JOB, WORDS_JOB } from './job-names.ts';
import type { Measured } from './rules-measures.ts';
import { ENDED, type RunStage } from './rules-run.ts';
import { STILL_COMING } from './rules-transcript.ts';
import { lockRecordings } from './service.ts';
import { recordingRuns, recordings } from './table.ts';

/**
 * Puts a recording in line, unless it is there already with this priority or a higher one; returns false then. Whoever waits for
 * it is told once it is measured, even if there was nothing left to measure.
 */
export async function requestMeasuring(
  { queue, clock }: Pick<Deps, 'queue' | 'clock'>,
  tx: Tx,
  audioSha256: string,
  priority: number,
): Promise<boolean> {
  await lockRecordings(tx, [audioSha256]);
  const [before] = await tx.select().from(recordingRuns).where(eq(recordingRuns.audioSha256, audioSha256));
  const jobId = before && !ENDED.includes(before.stage) ? before.jobId : null;
  if (jobId && (await queue.isLive(tx, MEASURE_JOB, jobId))) {
    if (before.stage !== 'queued' || before.priority >= priority) return false;
    await queue.cancel(tx, MEASURE_JOB, jobId);
  }
  const run = {
    jobId: await queue.enqueue(tx, MEASURE_JOB, { audioSha256 }, { priority }),
    priority,
    stage: 'queued' as const,
    fraction: 0,
    attempt: 0,
    queuedAt: clock.now(),
    startedAt: null,
    finishedAt: null,
  };
  await tx
    .insert(recordingRuns)
    .values({ audioSha256, ...run })
    .onConflictDoUpdate({ target: recordingRuns.audioSha256, set: run });
  return true;
}

export type RunDeps = Pick<Deps, 'db' | 'clock' | 'recordingUsers' | 'queue'>;
export type RecordingRow = typeof recordings.$inferSelect;

/** Marks the run as started. Null when the recording is gone or another job has taken its place. */
export async function beginRun(
  deps: RunDeps,
  audioSha256: string,
  run: JobRun,
): Promise<RecordingRow | null> {
  return deps.db.transaction(async (tx) => {
    await lockRecordings(tx, [audioSha256]);
    const now = deps.clock.now();
    const [mine] = await tx
      .update(recordingRuns)
      .set({
        stage: 'listening',
        fraction: 0,
        stageAt: now,
        attempt: run.attempt,
        startedAt: now,
        finishedAt: null,
      })
      .where(and(eq(recordingRuns.audioSha256, audioSha256), eq(recordingRuns.jobId, run.id)))
      .returning({ audioSha256: recordingRuns.audioSha256 });
    if (!mine) return null;
    for (const user of deps.recordingUsers) await user.onBegun?.(tx, audioSha256);
    const [row] = await tx.select().from(recordings).where(eq(recordings.audioSha256, audioSha256));
    return row;
  });
}

/** Touches only this run's own row, and nothing once another run has taken over. */
export async function reportProgress(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  audioSha256: string,
  run: JobRun,
  stage: RunStage,
  fraction: number,
): Promise<void> {
  await db
    .update(recordingRuns)
    .set({
      stage,
      fraction,
      stageAt: sql`CASE WHEN ${recordingRuns.stage} = ${stage} THEN ${recordingRuns.stageAt} ELSE ${clock.now().toISOString()}::timestamptz END`,
    })
    .where(
      and(
        eq(recordingRuns.audioSha256, audioSha256),
        eq(recordingRuns.jobId, run.id),
        eq(recordingRuns.attempt, run.attempt),
      ),
    );
}

export interface Found {
  /** Null when the present engine had measured it before. */
  measured: { measures: Measured; peaks: number[] } | null;
  wordlessReason: string | null;
}

/** Stores the result and tells everybody who waits for it, in one transaction. */
export async function finishRun(
  deps: RunDeps,
  audioSha256: string,
  run: JobRun,
  found: Found,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await run.assertOwned(tx);
    await lockRecordings(tx, [audioSha256]);
    const now = deps.clock.now();
    const { measured, wordlessReason } = found;
    await tx
      .update(recordings)
      .set({
        wordlessReason,
        ...(measured && {
          ...measured,
          durationSeconds: measured.measures.durationSeconds,
          engineVersion: ENGINE_VERSION,
          measuredAt: now,
        }),
      })
      .where(eq(recordings.audioSha256, audioSha256));
    const [ended] = await tx
      .update(recordingRuns)
      .set({ stage: 'done', fraction: 1, finishedAt: now })
      .where(eq(recordingRuns.audioSha256, audioSha256))
      .returning({ priority: recordingRuns.priority });
    // None: the recording was deleted meanwhile, and nobody waits for it.
    if (!ended) return;
    for (const user of deps.recordingUsers) await user.onMeasured?.(tx, audioSha256, ended.priority);
    if (wordlessReason !== STILL_COMING) return;
    const wordsJobId = await deps.queue.enqueue(tx, WORDS_JOB, { audioSha256 }, { priority: ended.priority });
    await tx.update(recordingRuns).set({ wordsJobId }).where(eq(recordingRuns.audioSha256, audioSha256));
  });
}

/** Late words: whoever reported without them is told, so that their reports are completed. */
export async function finishWords(
  deps: RunDeps,
  audioSha256: string,
  run: JobRun,
  wordlessReason: string | null,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await run.assertOwned(tx);
    await lockRecordings(tx, [audioSha256]);
    await writeWordless(deps, tx, audioSha256, wordlessReason);
  });
}

export async function writeWordless(
  { recordingUsers }: Pick<RunDeps, 'recordingUsers'>,
  tx: Tx,
  audioSha256: string,
  wordlessReason: string | null,
): Promise<void> {
  const is = eq(recordingRuns.audioSha256, audioSha256);
  await tx.update(recordingRuns).set({ wordsJobId: null }).where(is);
  await tx.update(recordings).set({ wordlessReason }).where(eq(recordings.audioSha256, audioSha256));
  for (const user of recordingUsers) await user.onWords?.(tx, audioSha256);
}

/** Ends the run with a reason the artist can read. The queue moves on to the next recording. */
export async function failRun(
  deps: RunDeps,
  audioSha256: string,
  run: JobRun,
  failure: RecordingFailure,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await run.assertOwned(tx);
    await writeFailure(deps, tx, audioSha256, failure);
  });
}

export async function writeFailure(
  deps: Pick<RunDeps, 'clock' | 'recordingUsers'>,
  tx: Tx,
  audioSha256: string,
  failure: RecordingFailure,
): Promise<void> {
  await lockRecordings(tx, [audioSha256]);
  await tx
    .update(recordingRuns)
    .set({ stage: 'failed', finishedAt: deps.clock.now() })
    .where(eq(recordingRuns.audioSha256, audioSha256));
  for (const user of deps.recordingUsers) await user.onFailed?.(tx, audioSha256, failure);
}

export const OUR_FAULT: RecordingFailure = {
  code: 'engine',
  message:
    'We could not finish listening to this track, and it is our fault, not yours. Please try again in a few minutes.',
};
