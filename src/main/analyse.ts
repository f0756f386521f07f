/**
 * Entry point: measures one MP3 as the site does and prints what it found.
 *   npm run analyse -- file.mp3 [--json] [--no-words]
 * Progress goes to stderr, the result alone to stdout. Ends with 1 and one sentence for a file that cannot be analysed.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { ENGINE_VERSION } from '#audio/measure.ts';
import { describeWords } from '#features/lyrics/service-words.ts';
import type { MeasureStage } from '#features/recordings/rules-measures.ts';
import { NOT_ASKED, type Transcript } from '#features/recordings/rules-transcript.ts';
import { measureInThread, UnreadableTrackError } from '#features/recordings/service-measure.ts';
import { transcribe } from '#features/recordings/service-transcribe.ts';
import { describeShape } from '#features/scoring/rules-shape.ts';
import { writeReport } from '#features/scoring/service-report.ts';
import { openEmbeddedTranscription } from '#providers/transcription/embedded.ts';
import { embeddedWriter } from '#providers/writer/embedded.ts';
import { drawBar } from './print/meters.ts';
import { writeTerminalReport } from './print/report.ts';

const USAGE = 'Usage: npm run analyse -- file.mp3 [--json] [--no-words]';
const FLAGS = ['--json', '--no-words'];
const PLAIN_WIDTH = 80;
/** Milliseconds: nobody waits for a report at a terminal longer than this for words. */
const PATIENCE_MS = 600_000;

/** Said to whoever typed the command; everything else is a fault of ours and keeps its stack. */
class AnalyseError extends Error {}

async function analyse(path: string, { json, words }: { json: boolean; words: boolean }): Promise<void> {
  const bytes = await readTrack(path);
  const progress = showProgress();
  const { measures, transcript } = await measure(bytes, words, progress.show).finally(progress.end);
  const audioSha256 = createHash('sha256').update(bytes).digest('hex');
  const file = basename(path);
  const names = { artistName: '', trackTitle: file.replace(/\.mp3$/i, ''), audioSha256 };
  const lyrics = await describeWords(measures, transcript, null);
  const track = describeShape(measures, lyrics);
  const recording = { track, transcript, engineVersion: ENGINE_VERSION };
  const made = await writeReport({ writer: embeddedWriter }, recording, names);
  if (json) {
    const { analysis, score, genre, transcription } = made;
    console.log(JSON.stringify({ file, score, genre, transcription, ...analysis }, null, 2));
    return;
  }
  const { stdout } = process;
  const look = { width: stdout.columns ?? PLAIN_WIDTH, colours: stdout.isTTY && stdout.hasColors() };
  console.log(writeTerminalReport({ file, ...made }, look));
}

type Shown = MeasureStage | 'transcribing';

/** The measures first: only where there is a voice is anything transcribed. */
async function measure(bytes: Uint8Array, words: boolean, show: (stage: Shown, fraction: number) => void) {
  const { signal } = new AbortController();
  const { measures } = await measureInThread(bytes, signal, show);
  if (!words) return { measures, transcript: NOT_TRANSCRIBED };
  const transcription = openEmbeddedTranscription();
  const log = { warn: ({ err }: { err: Error }) => console.error(`\nNo words: ${err.message}`) };
  const sound = {
    measures,
    readMp3: async () => bytes,
    signal,
    onProgress: (fraction: number) => show('transcribing', fraction),
  };
  const transcript = await transcribe({ log, transcription }, sound, PATIENCE_MS);
  await transcription.close();
  return { measures, transcript };
}

const NOT_TRANSCRIBED: Transcript = { words: [], language: null, reason: NOT_ASKED, by: 'nobody' };

const NOT_READ: Record<string, string> = {
  ENOENT: 'does not exist',
  EISDIR: 'is a folder',
  EACCES: 'may not be read by this user',
};

async function readTrack(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new AnalyseError(`${path} ${NOT_READ[code] ?? `cannot be read (${code})`}.`);
  }
}

const STAGES: Record<Shown, string> = {
  listening: 'Listening',
  analyzing: 'Measuring',
  transcribing: 'Words',
};

/** On a terminal one line that moves; elsewhere a line for each stage. */
function showProgress() {
  const { stderr } = process;
  let stage: Shown | undefined;
  return {
    show(now: Shown, fraction: number) {
      if (stderr.isTTY) {
        const percent = String(Math.floor(fraction * 100)).padStart(3);
        stderr.write(`\r${STAGES[now].padEnd(10)} ${drawBar(fraction)} ${percent}%`);
      } else if (now !== stage) stderr.write(`${STAGES[now]} ...\n`);
      stage = now;
    },
    end() {
      if (stderr.isTTY) stderr.write('\r\u001b[K');
    },
  };
}

/** The reason alone: what follows it speaks of uploading. */
const firstSentence = (text: string): string => /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;

const flags = process.argv.slice(2).filter((word) => word.startsWith('--'));
const files = process.argv.slice(2).filter((word) => !word.startsWith('--'));
if (files.length !== 1 || flags.some((flag) => !FLAGS.includes(flag))) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  try {
    await analyse(files[0], { json: flags.includes('--json'), words: !flags.includes('--no-words') });
  } catch (error) {
    if (error instanceof UnreadableTrackError) console.error(`${files[0]}: ${firstSentence(error.message)}`);
    else console.error(error instanceof AnalyseError ? error.message : error);
    process.exitCode = 1;
  }
}
