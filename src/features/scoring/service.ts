/** What the ear found is written here, by the run that still owns the job and by no other. */
import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import { ENGINE_VERSION } from '#audio/measure.ts';
import type { Deps } from '#deps.ts';
import type { DuplicateSearch } from '#features/duplicates/queries.ts';
import { recordDuplicates } from '#features/duplicates/service.ts';
import { readGiven } from '#features/submissions/queries-words.ts';
import { analysisHistory, analysisRuns, recordings, submissions } from '#features/submissions/table.ts';
import type { Tx } from '#platform/db/connect.ts';
import type { JobRun } from '#platform/jobs/job.ts';
import type { Stage } from './contract.ts';
import { SHEET_VERSION } from './rules-sheet.ts';
import type { Report } from './service-report.ts';

export interface Recording {
  measures: Record<string, unknown>;
  peaks: number[];
}

export interface Waiting {
  audioKey: string;
  audioSha256: string;
  artistName: string;
  trackTitle: string;
  phoneNumber: string;
  phoneE164: string | null;
}

/**
 * Marks the run as started; null when there is nothing to do (deleted, or analysed already by this engine and sheet). A
 * track that an older version analysed keeps that result, and its state, until the new one is there.
 */
export async function beginListening(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: number,
  run: JobRun,
): Promise<Waiting | null> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(submissions)
      .set({
        state: sql`CASE WHEN ${submissions.analyzed} THEN ${submissions.state} ELSE 'running' END`,
        failureCode: null,
        failureMessage: null,
      })
      .where(and(eq(submissions.id, id), or(eq(submissions.analyzed, false), isOutdated())))
      .returning({
        audioKey: submissions.audioKey,
        audioSha256: submissions.audioSha256,
        artistName: submissions.artistName,
        trackTitle: submissions.trackTitle,
        phoneNumber: submissions.phoneNumber,
        phoneE164: submissions.phoneE164,
      });
    if (!row) return null;
    await tx
      .update(analysisRuns)
      .set({
        jobId: run.id,
        stage: 'listening',
        fraction: 0,
        stageAt: clock.now(),
        attempt: run.attempt,
        startedAt: clock.now(),
        finishedAt: null,
      })
      .where(eq(analysisRuns.submissionId, id));
    return row;
  });
}

/** Only ever moves this run's own row, and not at all once another run has taken over. */
export async function reportProgress(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: number,
  run: JobRun,
  stage: Stage,
  fraction: number,
): Promise<void> {
  await db
    .update(analysisRuns)
    .set({
      stage,
      fraction,
      stageAt: sql`CASE WHEN ${analysisRuns.stage} = ${stage} THEN ${analysisRuns.stageAt} ELSE ${clock.now().toISOString()}::timestamptz END`,
    })
    .where(
      and(
        eq(analysisRuns.submissionId, id),
        eq(analysisRuns.jobId, run.id),
        eq(analysisRuns.attempt, run.attempt),
      ),
    );
}

export async function findRecording(
  { db }: Pick<Deps, 'db'>,
  audioSha256: string,
  engineVersion: string,
): Promise<Recording | null> {
  const [row] = await db
    .select({ measures: recordings.measures, peaks: recordings.peaks })
    .from(recordings)
    .where(and(eq(recordings.audioSha256, audioSha256), eq(recordings.engineVersion, engineVersion)));
  return row ?? null;
}

export interface Finished {
  audioSha256: string;
  recording: Recording;
  report: Report;
  engineVersion: string;
  /** The revision of given words the report was made from. */
  wordsRevision: number;
  duplicates: DuplicateSearch;
}

/** Analysed by another engine or sheet than ours. */
export function isOutdated() {
  return or(
    sql`${submissions.engineVersion} IS DISTINCT FROM ${ENGINE_VERSION}`,
    sql`${submissions.sheetVersion} IS DISTINCT FROM ${SHEET_VERSION}`,
  );
}

/** What is about to be replaced, if there is anything. */
async function keepHistory(tx: Tx, id: number, now: Date): Promise<void> {
  const [old] = await tx
    .select()
    .from(submissions)
    .where(and(eq(submissions.id, id), eq(submissions.analyzed, true), isNotNull(submissions.analyzedAt)));
  if (!old?.analysis || !old.engineVersion || old.score === null || !old.analyzedAt) return;
  await tx.insert(analysisHistory).values({
    submissionId: id,
    engineVersion: old.engineVersion,
    sheetVersion: old.sheetVersion,
    analysis: old.analysis,
    score: old.score,
    genreHeard: old.genreHeard,
    analyzedAt: old.analyzedAt,
    replacedAt: now,
  });
}

/** Puts a report in place of the one before, which is kept. When the track was first analysed stays as it is. */
export async function replaceResult(
  tx: Tx,
  id: number,
  { report, engineVersion }: Pick<Finished, 'report' | 'engineVersion'>,
  now: Date,
): Promise<void> {
  await keepHistory(tx, id, now);
  await tx
    .update(submissions)
    .set({
      engineVersion,
      analysis: report.analysis,
      score: report.score,
      transcription: report.transcription,
      sheetVersion: SHEET_VERSION,
      genre: sql`CASE WHEN ${submissions.genreGivenBy} IS NULL THEN ${report.genre} ELSE ${submissions.genre} END`,
      genreHeard: report.genre,
      durationSeconds: report.analysis.measures.durationSeconds,
    })
    .where(eq(submissions.id, id));
}

/** False, and nothing written, when somebody gave other words since the report was begun. */
export async function finishListening(
  { db, clock, campaign, queue }: Pick<Deps, 'db' | 'clock' | 'campaign' | 'queue'>,
  id: number,
  run: JobRun,
  found: Finished,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await run.assertOwned(tx);
    await tx.select({ id: submissions.id }).from(submissions).where(eq(submissions.id, id)).for('update');
    if ((await readGiven(tx, id)).revision !== found.wordsRevision) return false;
    await tx
      .insert(recordings)
      .values({ audioSha256: found.audioSha256, engineVersion: found.engineVersion, ...found.recording })
      .onConflictDoNothing();
    const now = clock.now();
    await replaceResult(tx, id, found, now);
    await recordDuplicates({ clock, campaign, queue }, tx, id, found.duplicates);
    await tx
      .update(submissions)
      // Votes are taken for so many days from here: listening again with a newer engine does not start them anew.
      .set({
        state: 'done',
        analyzed: true,
        analyzedAt: sql`coalesce(${submissions.analyzedAt}, ${now.toISOString()})`,
      })
      .where(eq(submissions.id, id));
    await tx
      .update(analysisRuns)
      .set({ stage: 'done', fraction: 1, finishedAt: now })
      .where(eq(analysisRuns.submissionId, id));
    return true;
  });
}

/** An end the artist can read: what is wrong and what to do. The queue goes on with the next track. */
export async function failListening(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: number,
  run: JobRun,
  failure: { code: string; message: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await run.assertOwned(tx);
    await tx
      .update(submissions)
      .set({ state: 'failed', failureCode: failure.code.slice(0, 40), failureMessage: failure.message })
      .where(and(eq(submissions.id, id), eq(submissions.analyzed, false)));
    await tx
      .update(analysisRuns)
      .set({ stage: 'failed', finishedAt: clock.now() })
      .where(eq(analysisRuns.submissionId, id));
  });
}
