/** Takes the words people give for a track, and writes its report anew from them; nothing is measured again. */
import { and, eq, lte } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { cutLines } from '#features/lyrics/rules-lines.ts';
import { refuseLyrics, tidyLyrics } from '#features/lyrics/rules-paste.ts';
import { PRIORITY } from '#features/recordings/rules-run.ts';
import { requestMeasuring } from '#features/recordings/service-run.ts';
import { readTranscript } from '#features/recordings/service-transcribe.ts';
import type { Report } from '#features/scoring/service-report.ts';
import { recordAudit } from '#platform/audit.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import { notFound } from './queries.ts';
import { type GivenWords, readGiven } from './queries-words.ts';
import { composeReport, isUpToDate, type ReportDeps, replaceReport } from './service-report.ts';
import { submissions } from './table.ts';
import { lyrics } from './table-words.ts';

type WordDeps = ReportDeps & Pick<Deps, 'queue'>;

/** Revisions kept of one track's words. */
const KEPT = 20;
/** How often the report is rewritten because what it is made from changed meanwhile. */
const MOST_TRIES = 4;

const CHANGED =
  'These words were changed elsewhere in the meantime. Reload them, then make your change again.';

export interface NewWords {
  text: string;
  /** The revision it was made from, where the caller knows. */
  revision?: number;
}

export type Remade = 'remade' | 'queued' | 'unchanged';

/** `actor`: the member of staff, or null for the artist. An empty text goes back to what was transcribed. */
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
    const track = await readAnalysed(deps, id);
    const report = await composeReport(deps, track, { text, givenBy });
    const words = { ...before, text, givenBy, givenAt: deps.clock.now() } as const;
    const saved = await save(deps, track, words, report, actor);
    if (saved) return { ...saved, analysis: report ? 'remade' : 'queued' };
  }
  throw new AppError('conflict', CHANGED);
}

type Track = typeof submissions.$inferSelect;

async function readAnalysed({ db }: Pick<Deps, 'db'>, id: number): Promise<Track> {
  const [track] = await db.select().from(submissions).where(eq(submissions.id, id));
  if (!track || track.archiveId !== null) throw notFound();
  if (!track.analyzed)
    throw new AppError('conflict', 'This track has not been heard yet: give its words once it has.');
  return track;
}

/** Stores words and report together. Null, with nothing stored, when what the report is made from changed meanwhile. */
function save(
  deps: WordDeps,
  before: Track,
  words: GivenWords & { givenBy: 'artist' | 'staff'; givenAt: Date },
  report: Report | null,
  actor: StaffIdentity | null,
): Promise<GivenWords | null> {
  const { id, audioSha256 } = before;
  return deps.db.transaction(async (tx) => {
    // Not measured by the present engine yet: once it is, the report follows.
    if (!report) await requestMeasuring(deps, tx, audioSha256, PRIORITY.renewal);
    const [track] = await tx.select().from(submissions).where(eq(submissions.id, id)).for('update');
    if (!track) throw notFound();
    if (!(await isUpToDate(deps, tx, { now: track, track: before, words, report }))) return null;
    const next = { ...words, revision: words.revision + 1 };
    await tx.insert(lyrics).values({ submissionId: id, ...next });
    await tx
      .delete(lyrics)
      .where(and(eq(lyrics.submissionId, id), lte(lyrics.revision, next.revision - KEPT)));
    if (report) await replaceReport(tx, track, report, deps.clock.now());
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

/** What was transcribed, line by line, to start from; null when nothing was certain enough. */
export async function readTranscribed(
  deps: Pick<Deps, 'db' | 'transcription'>,
  id: number,
): Promise<string | null> {
  const [track] = await deps.db
    .select({ audioSha256: submissions.audioSha256 })
    .from(submissions)
    .where(eq(submissions.id, id));
  if (!track) throw notFound();
  const { words } = await readTranscript(deps, { ...track, wordlessReason: null });
  if (words.length === 0) return null;
  return cutLines(words, [])
    .map((line) => line.map(({ text }) => text).join(' '))
    .join('\n');
}
