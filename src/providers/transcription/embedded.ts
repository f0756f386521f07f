/**
 * The words of a track by a small English model from npm, with no account and no network. Only voiced parts are listened
 * to, and only what passes the gates of trust.ts comes out. Threads do the work; at most one track is in them at a time.
 */
import { availableParallelism } from 'node:os';
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
const NAME = 'moonshine tiny 2';
/** A second thread costs memory and its loading: only from this many seconds of voice on. */
const SHARED_FROM_SECONDS = 40;
/**
 * Windows from all over the track that are heard first: a voice of which none of them is understood (humming, vocoders,
 * another language) is left after these.
 */
const FIRST_LOOKS = 4;

export interface EmbeddedTranscription extends TranscriptionProvider {
  /** Ends the threads; they start again when needed. */
  close(): Promise<void>;
}

export function openEmbeddedTranscription(
  lanesAtMost = Math.min(2, availableParallelism()),
): EmbeddedTranscription {
  const lanes = Array.from({ length: lanesAtMost }, () => new Lane());
  let last: Promise<unknown> = Promise.resolve();
  return {
    name: NAME,
    transcribe(request) {
      const turn = last.then(() => transcribe(lanes, request));
      last = turn.catch(() => {});
      return turn;
    },
    close: async () => {
      await Promise.all(lanes.map((lane) => lane.end()));
    },
  };
}

async function transcribe(lanes: readonly Lane[], request: TranscribeRequest): Promise<Transcript> {
  const { mp3, voice, signal, onProgress } = request;
  signal.throwIfAborted();
  const stop = () => lanes.forEach((lane) => void lane.end());
  signal.addEventListener('abort', stop, { once: true });
  try {
    onProgress(0);
    const used = lengthOf(voice) >= SHARED_FROM_SECONDS ? lanes : lanes.slice(0, 1);
    const { windows } = await ask(lanes[0], { kind: 'cut', mp3, voice }, 'windows');
    const heard = await hearWindows(used, windows, onProgress);
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
  lanes: readonly Lane[],
  windows: readonly SoundWindow[],
  onProgress: (fraction: number) => void,
): Promise<HeardWindow[]> {
  const all = lengthOf(windows);
  let done = 0;
  const hear = async (lane: Lane, window: SoundWindow): Promise<HeardWindow> => {
    const { start, end, samples, levels } = window;
    const { heard } = await ask(lane, { kind: 'hear', samples }, 'heard');
    done += end - start;
    onProgress(Math.min(1, done / all));
    return { ...heard, start, end, words: placeWords(heard.words, levels, start) };
  };
  const first = chooseSpread(windows, FIRST_LOOKS);
  const looked = await shareOut(lanes, first, hear);
  const others = windows.filter((window) => !first.includes(window));
  const rest = looked.every(isStrange) ? [] : await shareOut(lanes, others, hear);
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

/** Each lane takes the next window as soon as it is free. Which lane hears a window changes nothing in what it hears. */
async function shareOut(
  lanes: readonly Lane[],
  windows: readonly SoundWindow[],
  hear: (lane: Lane, window: SoundWindow) => Promise<HeardWindow>,
): Promise<HeardWindow[]> {
  const waiting = [...windows];
  const heard: HeardWindow[] = [];
  await Promise.all(
    lanes.map(async (lane) => {
      for (let next = waiting.shift(); next; next = waiting.shift()) heard.push(await hear(lane, next));
    }),
  );
  return heard;
}

async function ask<K extends LaneAnswer['kind']>(
  lane: Lane,
  request: LaneRequest,
  kind: K,
): Promise<Extract<LaneAnswer, { kind: K }>> {
  const answer = await lane.ask(request);
  if (answer.kind === kind) return answer as Extract<LaneAnswer, { kind: K }>;
  throw new Error(answer.kind === 'failed' ? answer.message : `Expected ${kind}, got ${answer.kind}.`);
}
