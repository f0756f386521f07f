/** Takes the words people give for a track, and has its report made anew from them, without listening again. */
import { and, eq, lte } from 'drizzle-orm';
import { ENGINE_VERSION, type Measures } from '#audio/measure.ts';
import type { Deps } from '#deps.ts';
import { findDuplicates } from '#features/duplicates/queries.ts';
import { cutLines } from '#features/lyrics/rules-lines.ts';
import { refuseLyrics, tidyLyrics } from '#features/lyrics/rules-paste.ts';
import { describeWords } from '#features/lyrics/service-words.ts';
import { findTranscript } from '#features/recordings/service-transcribe.ts';
import { LISTEN_JOB, RENEWAL_PRIORITY } from '#features/scoring/rules-lanes.ts';
import { findRecording, replaceResult } from '#features/scoring/service.ts';
import { type Report, writeReport } from '#features/scoring/service-report.ts';
import { recordAudit } from '#platform/audit.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import { notFound } from './queries.ts';
import { type GivenWords, readGiven } from './queries-words.ts';
import { submissions } from './table.ts';
import { lyrics } from './table-words.ts';

type WordDeps = Pick<Deps, 'db' | 'clock' | 'queue' | 'writer' | 'transcription' | 'campaign'>;

/** Revisions kept of one track's words. */
const KEPT = 20;
/** Times the report is written again because somebody else changed the words meanwhile. */
const MOST_TRIES = 4;

const CHANGED =
  'These words were changed elsewhere in the meantime. Reload them, then make your change again.';

export interface NewWords {
  text: string;
  /** The revision it was made from, where the caller knows. */
  revision?: number;
}

export type Remade = 'remade' | 'queued' | 'unchanged';

/** `actor`: the member of staff, or null for the artist. An empty text goes back to what was heard. */
export async function giveWords(
  deps: WordDeps,
  id: number,
  { text: pasted, revision }: NewWords,
  actor: StaffIdentity | null,
): Promise<GivenWords & { analysis: Remade }> {
  const text = tidyLyrics(pasted) || null;
  const refusal = text && refuseLyrics(text);
  if (refusal) throw new AppError('invalid', refusal, { fields: { text: refusal } });
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const before = await readGiven(deps.db, id);
    if (revision !== undefined && revision !== before.revision) throw new AppError('conflict', CHANGED);
    if (before.text === text) return { ...before, analysis: 'unchanged' };
    const givenBy = actor ? 'staff' : 'artist';
    const report = await remakeReport(deps, id, text === null ? null : { text, givenBy });
    const saved = await save(
      deps,
      id,
      { ...before, text, givenBy, givenAt: deps.clock.now() },
      report,
      actor,
    );
    if (saved) return { ...saved, analysis: report ? 'remade' : 'queued' };
  }
  throw new AppError('conflict', CHANGED);
}

/** The report with these words; null when the present engine has not heard the track yet. */
async function remakeReport(
  deps: WordDeps,
  id: number,
  given: { text: string; givenBy: 'artist' | 'staff' } | null,
): Promise<Report | null> {
  const [track] = await deps.db.select().from(submissions).where(eq(submissions.id, id));
  if (!track || track.archiveId !== null) throw notFound();
  if (!track.analyzed)
    throw new AppError('conflict', 'This track has not been heard yet: give its words once it has.');
  const recording = await findRecording(deps, track.audioSha256, ENGINE_VERSION);
  if (!recording) return null;
  const measures = recording.measures as unknown as Measures;
  const transcript = await findTranscript(deps, track.audioSha256);
  const sheet = await describeWords(measures, transcript, given);
  // Other words do not undo that a recording was entered before.
  const { durationSeconds } = measures;
  const { verdict } = await findDuplicates(deps, { ...track, durationSeconds });
  const words = { transcript, lyrics: sheet };
  return writeReport(deps, measures, ENGINE_VERSION, track, words, verdict.copied);
}

/** Words and report together, or neither; null when the words changed since `words.revision`. */
function save(
  deps: WordDeps,
  id: number,
  words: GivenWords & { givenBy: 'artist' | 'staff'; givenAt: Date },
  report: Report | null,
  actor: StaffIdentity | null,
): Promise<GivenWords | null> {
  return deps.db.transaction(async (tx) => {
    const [track] = await tx
      .select({ analyzed: submissions.analyzed })
      .from(submissions)
      .where(eq(submissions.id, id))
      .for('update');
    if (!track) throw notFound();
    if ((await readGiven(tx, id)).revision !== words.revision) return null;
    const next = { ...words, revision: words.revision + 1 };
    await tx.insert(lyrics).values({ submissionId: id, ...next });
    await tx
      .delete(lyrics)
      .where(and(eq(lyrics.submissionId, id), lte(lyrics.revision, next.revision - KEPT)));
    if (report) await replaceResult(tx, id, { report, engineVersion: ENGINE_VERSION }, deps.clock.now());
    else await listenAgain(deps, tx, id);
    if (actor)
      await recordAudit(tx, {
        at: words.givenAt,
        actor,
        action: words.text === null ? 'lyrics.remove' : 'lyrics.give',
        subject: { type: 'submission', id },
        detail: { revision: next.revision },
      });
    return next;
  });
}

function listenAgain({ queue }: Pick<Deps, 'queue'>, tx: Tx, id: number) {
  return queue.enqueue(
    tx,
    LISTEN_JOB,
    { submissionId: id },
    { priority: RENEWAL_PRIORITY, singletonKey: `renew ${id}` },
  );
}

/** What the machine heard, a line a line, to start from; null when it heard nothing it was sure of. */
export async function readHeard(
  deps: Pick<Deps, 'db' | 'transcription'>,
  id: number,
): Promise<string | null> {
  const [track] = await deps.db
    .select({ audioSha256: submissions.audioSha256 })
    .from(submissions)
    .where(eq(submissions.id, id));
  if (!track) throw notFound();
  const transcript = await findTranscript(deps, track.audioSha256);
  if (!transcript?.words.length) return null;
  return cutLines(transcript.words, [])
    .map((line) => line.map(({ text }) => text).join(' '))
    .join('\n');
}
