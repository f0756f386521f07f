/** Has the words of a track written down, once for the same bytes and transcriber. A report never waits for long on it. */
import { and, eq } from 'drizzle-orm';
import type { Measures } from '#audio/measure.ts';
import type { Deps } from '#deps.ts';
import { sql } from '#platform/db/connect.ts';
import type { Transcript, TranscriptionProvider } from '#ports/transcription.ts';
import { FAILED, NO_VOICE, TOO_SLOW } from './rules-transcript.ts';
import { transcripts } from './table.ts';

/** Milliseconds after which a report is written without words. */
const PATIENCE_MS = 120_000;

export interface Sound {
  /** Called only when there is something to listen for. */
  readMp3(): Promise<Uint8Array>;
  measures: Pick<Measures, 'voiceRanges'>;
  signal: AbortSignal;
  onProgress(fraction: number): void;
}

/**
 * Always an answer: words, or why there are none. Only what was really heard is kept; after a failure the next analysis
 * tries again. Throws only when the signal ended it.
 */
export async function transcribeTrack(
  deps: Pick<Deps, 'db' | 'log' | 'transcription'>,
  track: Sound & { audioSha256: string },
  patienceMs = PATIENCE_MS,
): Promise<Transcript> {
  const known = await findTranscript(deps, track.audioSha256);
  return (
    known ??
    listenForWords(deps, track, patienceMs, (heard) => keepTranscript(deps, track.audioSha256, heard))
  );
}

/** The same for sound that is nobody's: nothing is looked up, and nothing kept but by `keep`. */
export async function listenForWords(
  { log, transcription }: { log: Pick<Deps['log'], 'warn'>; transcription: TranscriptionProvider },
  { measures, readMp3, signal, onProgress }: Sound,
  patienceMs = PATIENCE_MS,
  keep?: (heard: Transcript) => Promise<void>,
): Promise<Transcript> {
  const nothing = (reason: string) => ({ words: [], language: null, reason, by: transcription.name });
  const voice = measures.voiceRanges;
  if (voice.length === 0) return nothing(NO_VOICE);
  const patience = AbortSignal.timeout(patienceMs);
  try {
    const mp3 = await readMp3();
    const both = AbortSignal.any([signal, patience]);
    const transcript = await transcription.transcribe({ mp3, voice, signal: both, onProgress });
    await keep?.(transcript);
    return transcript;
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ err: error }, 'not transcribed');
    return nothing(patience.aborted ? TOO_SLOW : FAILED);
  }
}

/** What the present transcriber heard in these bytes, if it was ever asked. */
export async function findTranscript(
  { db, transcription }: Pick<Deps, 'db' | 'transcription'>,
  audioSha256: string,
): Promise<Transcript | null> {
  const [row] = await db
    .select()
    .from(transcripts)
    .where(and(eq(transcripts.audioSha256, audioSha256), eq(transcripts.askedOf, transcription.name)));
  if (!row) return null;
  return { words: row.words, language: row.language, reason: row.reason, by: row.heardBy };
}

async function keepTranscript(
  { db, transcription }: Pick<Deps, 'db' | 'transcription'>,
  audioSha256: string,
  { words, language, reason, by }: Transcript,
): Promise<void> {
  await db
    .insert(transcripts)
    .values({ audioSha256, askedOf: transcription.name, heardBy: by, words, language, reason })
    .onConflictDoNothing();
}

/**
 * Books seconds of sound on today's allowance of a paid transcriber; false when they would pass it. In the database, so
 * that all workers together keep to one allowance.
 */
export async function spendTranscription(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  askedOf: string,
  seconds: number,
  dailySeconds: number,
): Promise<boolean> {
  if (seconds > dailySeconds) return false;
  const day = clock.now().toISOString().slice(0, 10);
  const { rows } = await db.execute(sql`
    INSERT INTO transcription_spending AS spent (day, asked_of, seconds) VALUES (${day}, ${askedOf}, ${seconds})
    ON CONFLICT (day, asked_of) DO UPDATE SET seconds = spent.seconds + excluded.seconds
      WHERE spent.seconds + excluded.seconds <= ${dailySeconds}
    RETURNING seconds`);
  return rows.length > 0;
}
