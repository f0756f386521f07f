/**
 * Where in their window words are. The model's published decoder gives no attention weights, so
 * times are an estimate: words are laid along the window so that each gets sound in proportion to its syllables and
 * boundaries fall in quiet places (dynamic programming). Measured on generated speech: a line's
 * first word is off by 0.02 s (median) alone, and by 0.3 to 0.7 s under music, which fills the pauses.
 */
import { syllable } from 'syllable';
import type { HeardWord } from '#ports/transcription.ts';
import { LEVEL_STEP } from './cut-windows.ts';

/** Levels this far under the window's loud parts (dB) are silence to words, and the same for the share that is loud. */
const QUIET_DB = 22;
const LOUD_SHARE = 0.9;
/** Frames of the search: 40 ms, fine enough for what it can know. */
const FRAME = 2;
/** A word may get from this to that many times its share of the sound. */
const LEAST = 0.25;
const MOST = 4;
/** What a boundary in full sound costs, against a word of twice or half its share (costs 1 by the squared logarithm). */
const BOUNDARY_COST = 1.5;
/** A comma or full stop wants a quiet place more than other boundaries do. */
const STOP_FACTOR = 3;

export interface PlainWord {
  text: string;
  confidence: number;
}

/** `levels`: of the window alone, in dB each 20 ms; `start`: of the window, in seconds. */
export function placeWords(words: readonly PlainWord[], levels: Float32Array, start: number): HeardWord[] {
  if (words.length === 0) return [];
  const sound = soundOf(levels);
  const bounds = findBounds(words, sound);
  return words.map((word, i) => {
    const [from, to] = trimQuiet(sound, bounds[i], bounds[i + 1]);
    return { ...word, start: toSeconds(start, from), end: toSeconds(start, to) };
  });
}

const toSeconds = (start: number, frame: number) =>
  Math.round((start + frame * FRAME * LEVEL_STEP) * 100) / 100;

/** 0 (quiet) to 1 (loud) for each frame. */
function soundOf(levels: Float32Array): Float64Array {
  const loud = [...levels].sort((a, b) => a - b)[Math.floor((levels.length - 1) * LOUD_SHARE)] ?? 0;
  return Float64Array.from({ length: Math.max(1, Math.floor(levels.length / FRAME)) }, (_, i) => {
    const level = Math.max(...levels.subarray(i * FRAME, (i + 1) * FRAME));
    return Math.min(1, Math.max(0, (level - loud + QUIET_DB) / QUIET_DB));
  });
}

/** Frame where each word begins, and where the last ends. */
function findBounds(words: readonly PlainWord[], sound: Float64Array): number[] {
  const weights = words.map(({ text }) => Math.max(1, syllable(text)) + 0.3);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const heard = cumulate(sound);
  const all = Math.max(1e-6, heard[sound.length]);
  const frames = sound.length;
  let costs = new Float64Array(frames + 1).fill(Number.POSITIVE_INFINITY);
  costs[0] = 0;
  const cameFrom: Int32Array[] = [];
  for (const [i, weight] of weights.entries()) {
    const share = (weight / total) * all;
    const isLast = i === weights.length - 1;
    const price = BOUNDARY_COST * (/[,.!?;:]$/.test(words[i].text) ? STOP_FACTOR : 1);
    const next = new Float64Array(frames + 1).fill(Number.POSITIVE_INFINITY);
    const back = new Int32Array(frames + 1);
    let first = 0;
    for (let to = 1; to <= frames; to++) {
      if (isLast && to < frames) continue;
      const atBoundary = isLast ? 0 : price * sound[Math.min(frames - 1, to)];
      while (first < to && heard[to] - heard[first] > MOST * share) first++;
      for (let from = first; from < to; from++) {
        const part = (heard[to] - heard[from]) / share;
        if (part < LEAST) break;
        const cost = costs[from] + Math.log2(part) ** 2 + atBoundary;
        if (cost < next[to]) {
          next[to] = cost;
          back[to] = from;
        }
      }
    }
    costs = next;
    cameFrom.push(back);
  }
  if (!Number.isFinite(costs[frames])) return spreadEvenly(weights, total, frames);
  const bounds = [frames];
  for (let i = weights.length - 1; i >= 0; i--) bounds.unshift(cameFrom[i][bounds[0]]);
  return bounds;
}

/** More words than sound to put them on: by syllables alone. */
function spreadEvenly(weights: readonly number[], total: number, frames: number): number[] {
  let sum = 0;
  return [
    0,
    ...weights.map((weight) => {
      sum += weight;
      return (frames * sum) / total;
    }),
  ];
}

function cumulate(sound: Float64Array): Float64Array {
  const sums = new Float64Array(sound.length + 1);
  for (let i = 0; i < sound.length; i++) sums[i + 1] = sums[i] + sound[i];
  return sums;
}

/** Without the silence before and after. */
function trimQuiet(sound: Float64Array, from: number, to: number): [number, number] {
  let first = from;
  let last = to;
  while (last - first > 1 && sound[Math.floor(first)] === 0) first++;
  while (last - first > 1 && sound[Math.ceil(last) - 1] === 0) last--;
  return [first, last];
}
