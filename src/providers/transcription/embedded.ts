/**
 * The words of a track by a small English model from npm, with no account and no network. Only voiced parts are listened
 * to, and only what passes the gates of trust.ts comes out. One thread does the work, so that there is one model in memory;
 * whoever waits for the words of a long track has the report meanwhile.
 */
import type {
  TranscribeRequest,
  Transcript,
  TranscriptionProvider,
  VoiceSpan,
} from '#ports/transcription.ts';
import { Lane } from './lane.ts';
import type { LaneAnswer, LaneRequest, SoundWindow } from './lane-messages.ts';
import { placeWords } from './place-words.ts';
import { decideTranscript, type HeardWindow, isStrange } from './trust.ts';

/** Raise the number whenever windows, decoding, gates or times change: transcripts are kept per version. */
const NAME = 'moonshine base 3';
/**
 * Windows from all over the track that are heard first: a voice of which none of them is understood (humming, vocoders,
 * another language) is left after these.
 */
const FIRST_LOOKS = 4;

export interface EmbeddedTranscription extends TranscriptionProvider {
  /** Ends the thread; it starts again when needed. */
  close(): Promise<void>;
}

export function openEmbeddedTranscription(): EmbeddedTranscription {
  const lane = new Lane();
  let last: Promise<unknown> = Promise.resolve();
  return {
    name: NAME,
    transcribe(request) {
      const turn = last.then(() => transcribe(lane, request));
      last = turn.catch(() => {});
      return turn;
    },
    close: () => lane.end(),
  };
}

async function transcribe(lane: Lane, request: TranscribeRequest): Promise<Transcript> {
  const { mp3, voice, signal, onProgress } = request;
  signal.throwIfAborted();
  const stop = () => void lane.end();
  signal.addEventListener('abort', stop, { once: true });
  try {
    onProgress(0);
    const { windows } = await ask(lane, { kind: 'cut', mp3, voice }, 'windows');
    const heard = await hearWindows(lane, windows, onProgress);
    onProgress(1);
    return decideTranscript(heard, NAME);
  } catch (error) {
    // Why it was ended says more than that a thread ended.
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function hearWindows(
  lane: Lane,
  windows: readonly SoundWindow[],
  onProgress: (fraction: number) => void,
): Promise<HeardWindow[]> {
  const seconds = lengthOf(windows);
  let done = 0;
  const hearAll = async (some: readonly SoundWindow[]): Promise<HeardWindow[]> => {
    const all: HeardWindow[] = [];
    for (const { start, end, samples, levels } of some) {
      const { heard } = await ask(lane, { kind: 'hear', samples }, 'heard');
      done += end - start;
      onProgress(Math.min(1, done / seconds));
      all.push({ ...heard, start, end, words: placeWords(heard.words, levels, start) });
    }
    return all;
  };
  const first = chooseSpread(windows, FIRST_LOOKS);
  const looked = await hearAll(first);
  const others = windows.filter((window) => !first.includes(window));
  const rest = looked.every(isStrange) ? [] : await hearAll(others);
  return [...looked, ...rest].sort((a, b) => a.start - b.start);
}

/** So many of them, evenly spread. */
function chooseSpread<T>(windows: readonly T[], count: number): T[] {
  const step = windows.length / count;
  return step <= 1
    ? [...windows]
    : Array.from({ length: count }, (_, i) => windows[Math.floor((i + 0.5) * step)]);
}

const lengthOf = (spans: readonly VoiceSpan[]) => spans.reduce((sum, { start, end }) => sum + end - start, 0);

async function ask<K extends LaneAnswer['kind']>(
  lane: Lane,
  request: LaneRequest,
  kind: K,
): Promise<Extract<LaneAnswer, { kind: K }>> {
  const answer = await lane.ask(request);
  if (answer.kind === kind) return answer as Extract<LaneAnswer, { kind: K }>;
  throw new Error(answer.kind === 'failed' ? answer.message : `Expected ${kind}, got ${answer.kind}.`);
}
