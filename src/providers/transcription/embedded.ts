/**
 * The words of a track by a small English model from npm, with no account and no network. Only voiced parts are listened
 * to, and only what passes the gates of trust.ts comes out. Threads do the work; at most one track is in them at a time.
 */
import { availableParallelism } from 'node:os';
import { Lane } from './lane.ts';
import type { LaneAnswer, LaneRequest, SoundWindow } from './lane-messages.ts';
import { placeWords } from './place-words.ts';
import type { TranscribeRequest, Transcript, TranscriptionProvider, VoiceSpan } from './port.ts';
import { decideTranscript, type HeardWindow, isFarBelow } from './trust.ts';

/** Raise the number whenever windows, decoding, gates or times change: transcripts are kept per version. */
const NAME = 'moonshine tiny 1';
/** A second thread costs memory and its loading: only from this many seconds of voice on. */
const SHARED_FROM_SECONDS = 40;
/**
 * Before a track is heard, a few seconds from the middle of some windows are: a voice that is no speech to the model
 * (humming, vocoders, another language) is left after these, for a tenth of the work.
 */
const GLANCE_SECONDS = 4;
const GLANCES = { few: 2, many: 3, manyFromSeconds: 60 };

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
  const glances = chooseGlances(windows);
  const all = lengthOf(windows) + lengthOf(glances);
  let done = 0;
  const hear = async (lane: Lane, window: SoundWindow): Promise<HeardWindow> => {
    const { start, end, samples, levels } = window;
    const { heard } = await ask(lane, { kind: 'hear', samples }, 'heard');
    done += end - start;
    onProgress(Math.min(1, done / all));
    return { ...heard, start, end, words: placeWords(heard.words, levels, start) };
  };
  const glanced = await shareOut(lanes.slice(0, 1), glances, hear);
  if (glanced.every(isFarBelow)) return glanced;
  const heard = await shareOut(lanes, windows, hear);
  return heard.sort((a, b) => a.start - b.start);
}

/** A few seconds each, from windows spread evenly over the voice. */
function chooseGlances(windows: readonly SoundWindow[]): SoundWindow[] {
  const count = lengthOf(windows) < GLANCES.manyFromSeconds ? GLANCES.few : GLANCES.many;
  const chosen = new Set(
    Array.from({ length: count }, (_, i) => Math.floor(((i + 1) * windows.length) / (count + 1))),
  );
  return windows
    .filter((_, i) => chosen.has(i))
    .map(({ start, end, samples, levels }) => {
      const skip = Math.max(0, Math.floor(end - start - GLANCE_SECONDS) / 2);
      const length = Math.min(GLANCE_SECONDS, end - start);
      const part = <T extends Float32Array>(values: T) => {
        const perSecond = values.length / (end - start);
        return values.slice(Math.floor(skip * perSecond), Math.floor((skip + length) * perSecond));
      };
      return {
        start: start + skip,
        end: start + skip + length,
        samples: part(samples),
        levels: part(levels),
      };
    });
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
