/** Has a recording transcribed, once per transcriber. No report waits long for it; words that take longer come later. */
import { and, eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { type DbOrTx, sql } from '#platform/db/connect.ts';
import type { Transcript, TranscriptionProvider } from '#ports/transcription.ts';
import type { Measured } from './rules-measures.ts';
import { FAILED, NO_VOICE, STILL_COMING, UNSURE_VOICE, writeTranscription } from './rules-transcript.ts';
import { recordings, transcripts } from './table.ts';

/** Share of a track below which what sounds like a voice is chance: of 17 recordings without one, 8 have up to 9%. */
const HEARD_VOICE = 0.12;
/** Confidence below which a voice without words may be none: a ragtime piano was told it is not English. */
const SURE_VOICE = 0.7;
/** Milliseconds after which a report is written first, and the words follow. */
const PATIENCE_MS = 120_000;

export interface Sound {
  /** Called only when there is a voice to transcribe. */
  readMp3(): Promise<Uint8Array>;
  measures: Pick<Measured, 'voiceRanges' | 'voiceShare' | 'voiceConfidence'>;
  signal: AbortSignal;
  onProgress(fraction: number): void;
}

type TranscribeDeps = Pick<Deps, 'db' | 'transcription'>;
type ReadDeps = Pick<Deps, 'transcription'> & { db: DbOrTx };

/**
 * Always an answer: words, or why there are none. Only what a transcriber answered is kept; after a failure the next run
 * tries again. Throws only when the signal ended it.
 */
export async function transcribeRecording(
  deps: TranscribeDeps & Pick<Deps, 'log'>,
  { audioSha256, ...sound }: Sound & { audioSha256: string },
  patienceMs = PATIENCE_MS,
): Promise<Transcript> {
  const known = await findKept(deps, audioSha256);
  return known ?? transcribe(deps, sound, patienceMs, (made) => keepTranscript(deps, audioSha256, made));
}

/** The same for sound that belongs to no recording: nothing is looked up, and only `keep` stores anything. */
export async function transcribe(
  { log, transcription }: { log: Pick<Deps['log'], 'warn'>; transcription: TranscriptionProvider },
  { measures, readMp3, signal, onProgress }: Sound,
  patienceMs = PATIENCE_MS,
  keep?: (made: Transcript) => Promise<void>,
): Promise<Transcript> {
  const nothing = (reason: string) => ({ words: [], language: null, reason, by: transcription.name });
  const voice = measures.voiceRanges;
  if (voice.length === 0) return nothing(NO_VOICE);
  if (measures.voiceShare < HEARD_VOICE) return nothing(UNSURE_VOICE);
  const patience = AbortSignal.timeout(patienceMs);
  try {
    const mp3 = await readMp3();
    const both = AbortSignal.any([signal, patience]);
    const heard = await transcription.transcribe({ mp3, voice, signal: both, onProgress });
    const isVoice = heard.words.length > 0 || measures.voiceConfidence >= SURE_VOICE;
    const transcript = isVoice ? heard : { ...heard, reason: UNSURE_VOICE };
    await keep?.(transcript);
    return transcript;
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ err: error }, 'not transcribed');
    return nothing(patience.aborted ? STILL_COMING : FAILED);
  }
}

/** What the present transcriber made of a recording, or why there are no words of it. */
export async function readTranscript(
  deps: ReadDeps,
  { audioSha256, wordlessReason }: Pick<typeof recordings.$inferSelect, 'audioSha256' | 'wordlessReason'>,
): Promise<Transcript> {
  const kept = await findKept(deps, audioSha256);
  const by = deps.transcription.name;
  return kept ?? { words: [], language: null, reason: wordlessReason ?? FAILED, by };
}

/** As it stands in a report. */
export async function readTranscription(deps: ReadDeps, audioSha256: string): Promise<string> {
  const [{ wordlessReason } = { wordlessReason: null }] = await deps.db
    .select({ wordlessReason: recordings.wordlessReason })
    .from(recordings)
    .where(eq(recordings.audioSha256, audioSha256));
  return writeTranscription(await readTranscript(deps, { audioSha256, wordlessReason }));
}

async function findKept({ db, transcription }: ReadDeps, audioSha256: string): Promise<Transcript | null> {
  const [row] = await db
    .select()
    .from(transcripts)
    .where(and(eq(transcripts.audioSha256, audioSha256), eq(transcripts.askedOf, transcription.name)));
  return row ? { words: row.words, language: row.language, reason: row.reason, by: row.transcribedBy } : null;
}

async function keepTranscript(
  { db, transcription }: TranscribeDeps,
  audioSha256: string,
  { words, language, reason, by }: Transcript,
): Promise<void> {
  await db
    .insert(transcripts)
    .values({ audioSha256, askedOf: transcription.name, transcribedBy: by, words, language, reason })
    .onConflictDoNothing();
}

/**
 * Books seconds of sound against today's allowance of a paid transcriber; false when they would exceed it. In the database, so
 * that all workers share one allowance.
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
