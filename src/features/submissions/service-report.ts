/** Writes the report of a submission from what was measured in its recording and from what people said about it. */
import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { ENGINE_VERSION } from '#audio/measure.ts';
import type { Deps } from '#deps.ts';
import { addNotice } from '#features/notices/service.ts';
import { readTranscription } from '#features/recordings/service-transcribe.ts';
import type { Copied } from '#features/scoring/rules-report.ts';
import { SHEET_VERSION } from '#features/scoring/rules-sheet.ts';
import { readRecording } from '#features/scoring/service.ts';
import { type Report, writeReport } from '#features/scoring/service-report.ts';
import type { Tx } from '#platform/db/connect.ts';
import type { JobRun } from '#platform/jobs/job.ts';
import { LostJobError } from '#platform/jobs/queue.ts';
import type { RecordingFailure } from '#ports/recording-user.ts';
import { REPORT_JOB } from './job-names.ts';
import { type GivenWords, readGiven } from './queries-words.ts';
import { analysisHistory, submissions } from './table.ts';

export type ReportDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'writer' | 'transcription'>;
type SubmissionRow = typeof submissions.$inferSelect;

/** Reported by another engine or sheet than ours. */
export const isOutdated = () =>
  or(
    sql`${submissions.engineVersion} IS DISTINCT FROM ${ENGINE_VERSION}`,
    sql`${submissions.sheetVersion} IS DISTINCT FROM ${SHEET_VERSION}`,
  );
/** Without a report, or with one that is out of date. */
export const awaitsReport = () => or(eq(submissions.analyzed, false), isOutdated());

const OUR_FAULT =
  'We could not write the report of this track, and it is our fault, not yours. Please try again in a few minutes.';

/** How often a report is rewritten because what it is made from changed meanwhile. */
const MOST_TRIES = 5;

type WriteDeps = ReportDeps & Pick<Deps, 'queue'>;

export async function reportSubmission(deps: WriteDeps, id: number, run: JobRun): Promise<void> {
  try {
    for (let tries = 0; tries < MOST_TRIES; tries++) if (await tryReport(deps, id, run)) return;
    throw new Error(`What is known of ${id} changed faster than its report could be written.`);
  } catch (error) {
    if (error instanceof LostJobError) return;
    if (run.lastAttempt && !run.signal.aborted)
      await deps.db
        .transaction(async (tx) => {
          await run.assertOwned(tx);
          await failSubmissions(tx, eq(submissions.id, id), { code: 'report', message: OUR_FAULT });
        })
        .catch((e) => deps.log.warn({ err: e }, 'could not mark as failed'));
    throw error;
  }
}

/** False, with nothing written, when what it is made from changed meanwhile. */
async function tryReport(deps: WriteDeps, id: number, run: JobRun): Promise<boolean> {
  const [track] = await deps.db
    .select()
    .from(submissions)
    .where(and(eq(submissions.id, id), awaitsReport()));
  if (!track) return true;
  const words = await readGiven(deps.db, id);
  const report = await composeReport(deps, track, words);
  // Not measured by this engine yet: the report is requested again once it is.
  if (!report) return true;
  return deps.db.transaction(async (tx) => {
    await run.assertOwned(tx);
    const [now] = await tx.select().from(submissions).where(eq(submissions.id, id)).for('update');
    if (!now) return true;
    if (!(await isUpToDate(deps, tx, { now, track, words, report }))) return false;
    await replaceReport(tx, now, report, deps.clock.now());
    if (!now.analyzed) await tellArtist(deps, tx, now);
    return true;
  });
}

/** Of the first report only: a newer engine is no news to the artist. */
function tellArtist(deps: WriteDeps, tx: Tx, { id, phoneE164, trackTitle }: SubmissionRow): Promise<void> {
  return addNotice(deps, tx, {
    kind: 'report',
    key: `report:track:${id}`,
    about: { submissionId: id },
    phone: phoneE164,
    title: 'Your report is ready',
    body: `“${trackTitle}” was heard from start to end.`,
    path: `/results/${id}`,
  });
}

/** The report with these words; null when the present engine has not measured the recording yet. */
export async function composeReport(
  deps: ReportDeps,
  track: SubmissionRow,
  { text, givenBy }: Pick<GivenWords, 'text' | 'givenBy'>,
): Promise<Report | null> {
  const given = text !== null && givenBy ? { text, givenBy } : null;
  const recording = await readRecording(deps, track.audioSha256, given);
  return recording && writeReport(deps, recording, track, track.copied);
}

interface Made {
  /** The track as it is now, its row locked, and as it was when the report was made. */
  now: SubmissionRow;
  track: SubmissionRow;
  words: Pick<GivenWords, 'revision'>;
  report: Report | null;
  /** Of which recording, if not of the track's own. */
  audioSha256?: string;
}

/**
 * Whether all that a report was made from is as it was. Whoever changes any of it has the report made again, which is not done
 * where one written in the meantime looks new.
 */
export async function isUpToDate(
  { transcription }: Pick<Deps, 'transcription'>,
  tx: Tx,
  { now, track, words, report, audioSha256 = track.audioSha256 }: Made,
): Promise<boolean> {
  return (
    now.audioSha256 === track.audioSha256 &&
    JSON.stringify(now.copied) === JSON.stringify(track.copied) &&
    (await readGiven(tx, now.id)).revision === words.revision &&
    (!report || report.transcription === (await readTranscription({ db: tx, transcription }, audioSha256)))
  );
}

/** Puts a report in place of the one before, which is kept. When the track was first analysed stays as it is. */
export async function replaceReport(tx: Tx, old: SubmissionRow, report: Report, now: Date): Promise<void> {
  await keepHistory(tx, old, now);
  await tx
    .update(submissions)
    .set({
      state: 'done',
      analyzed: true,
      // The voting period starts here, so a newer report must not move it.
      analyzedAt: old.analyzedAt ?? now,
      engineVersion: report.analysis.engineVersion,
      analysis: report.analysis,
      score: report.score,
      transcription: report.transcription,
      sheetVersion: SHEET_VERSION,
      genre: old.genreGivenBy === null ? report.genre : old.genre,
      genreHeard: report.genre,
      durationSeconds: report.analysis.measures.durationSeconds,
    })
    .where(eq(submissions.id, old.id));
}

async function keepHistory(tx: Tx, old: SubmissionRow, now: Date): Promise<void> {
  if (!old.analysis || !old.engineVersion || old.score === null || !old.analyzedAt) return;
  await tx.insert(analysisHistory).values({
    submissionId: old.id,
    engineVersion: old.engineVersion,
    sheetVersion: old.sheetVersion,
    analysis: old.analysis,
    score: old.score,
    genreHeard: old.genreHeard,
    analyzedAt: old.analyzedAt,
    replacedAt: now,
  });
}

/** Marks them as failed, with a reason the artist can read. A track that has a result keeps it. */
export async function failSubmissions(
  tx: Tx,
  which: SQL,
  { code, message }: RecordingFailure,
): Promise<void> {
  await tx
    .update(submissions)
    .set({ state: 'failed', failureCode: code.slice(0, 40), failureMessage: message })
    .where(and(which, eq(submissions.analyzed, false)));
}

/** Stores how much of a track was somebody else's first. A report that says otherwise is rewritten. */
export async function setCopied(
  { queue }: Pick<Deps, 'queue'>,
  tx: Tx,
  id: number,
  copied: Copied | null,
): Promise<void> {
  const isShown = sql`${submissions.analyzed} AND ${submissions.archiveId} IS NULL`;
  const [changed] = await tx
    .update(submissions)
    .set({ copied, sheetVersion: sql`CASE WHEN ${isShown} THEN NULL ELSE ${submissions.sheetVersion} END` })
    .where(
      and(
        eq(submissions.id, id),
        sql`${submissions.copied} IS DISTINCT FROM ${copied && JSON.stringify(copied)}::jsonb`,
      ),
    )
    .returning({ isShown: sql<boolean>`${isShown}` });
  if (changed?.isShown) await queue.enqueue(tx, REPORT_JOB, { submissionId: id });
}
