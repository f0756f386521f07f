/**
 * Cuts the voiced parts of a track into windows of the length the model is good at (it was trained on 4 to 30 s, and its
 * decoding slows with length), at quiet places, so that no word is cut in two. Pure.
 */
import type { VoiceSpan } from '#ports/transcription.ts';

/** Hz: what the model takes. */
export const MODEL_RATE = 16_000;
/** Seconds of one level. */
export const LEVEL_STEP = 0.02;
const STEP_SAMPLES = MODEL_RATE * LEVEL_STEP;

/** Voice spans are judged in half seconds: words may begin a little before and end a little after (s). */
const PAD = 0.4;
/** Spans closer than this are one (s). */
const JOIN = 0.6;
/** A window is cut between these lengths, best near the middle one, and never longer than the last (s). */
const SHORTEST_CUT = 4;
const BEST_CUT = 7;
const LONGEST = 10;
/** Less than this holds no word worth the work (s). */
const MIN_WINDOW = 0.8;
/** dB that a cut may cost for each second it is away from the best length. */
const DB_PER_SECOND = 1.5;
/** Levels on each side that a cut looks at: 0.1 s. */
const CUT_REACH = 5;

/** Cut-offs of the band in which voices carry, for levels only (Hz). */
const BAND = { low: 300, high: 3400 };

/** dB of the voice band, one value for each 20 ms. */
export function measureLevels(samples: Float32Array): Float32Array {
  const levels = new Float32Array(Math.ceil(samples.length / STEP_SAMPLES));
  // One-pole filters: a = 1 - exp(-2 pi f / rate).
  const slow = 1 - Math.exp((-2 * Math.PI * BAND.low) / MODEL_RATE);
  const fast = 1 - Math.exp((-2 * Math.PI * BAND.high) / MODEL_RATE);
  let under = 0;
  let smooth = 0;
  for (let i = 0; i < levels.length; i++) {
    const from = i * STEP_SAMPLES;
    const to = Math.min(samples.length, from + STEP_SAMPLES);
    let sum = 0;
    for (let k = from; k < to; k++) {
      under += slow * (samples[k] - under);
      smooth += fast * (samples[k] - under - smooth);
      sum += smooth * smooth;
    }
    levels[i] = 10 * Math.log10(sum / Math.max(1, to - from) + 1e-10);
  }
  return levels;
}

/** Windows in order of time, none overlapping another. `seconds`: length of the track. */
export function cutWindows(voice: readonly VoiceSpan[], levels: Float32Array, seconds: number): VoiceSpan[] {
  return joinSpans(voice, seconds)
    .flatMap((span) => splitSpan(span, levels))
    .filter(({ start, end }) => end - start >= MIN_WINDOW);
}

function joinSpans(voice: readonly VoiceSpan[], seconds: number): VoiceSpan[] {
  const joined: VoiceSpan[] = [];
  const inOrder = [...voice].sort((a, b) => a.start - b.start);
  for (const span of inOrder) {
    const start = Math.max(0, span.start - PAD);
    const end = Math.min(seconds, span.end + PAD);
    const last = joined.at(-1);
    if (last && start - last.end < JOIN) last.end = Math.max(last.end, end);
    else if (end > start) joined.push({ start, end });
  }
  return joined;
}

function splitSpan({ start, end }: VoiceSpan, levels: Float32Array): VoiceSpan[] {
  const windows: VoiceSpan[] = [];
  let from = start;
  while (end - from > LONGEST) {
    // What is left must be worth a window too.
    const to = findCut(levels, from, Math.min(from + LONGEST, end - MIN_WINDOW));
    windows.push({ start: from, end: to });
    from = to;
  }
  return [...windows, { start: from, end }];
}

/** The quietest place, with a small price for windows far from the best length. */
function findCut(levels: Float32Array, from: number, latest: number): number {
  let best = latest;
  let bestCost = Number.POSITIVE_INFINITY;
  for (let at = from + SHORTEST_CUT; at <= latest; at += LEVEL_STEP) {
    const cost = levelAround(levels, at) + DB_PER_SECOND * Math.abs(at - from - BEST_CUT);
    if (cost < bestCost) {
      bestCost = cost;
      best = at;
    }
  }
  return best;
}

function levelAround(levels: Float32Array, at: number): number {
  const middle = Math.round(at / LEVEL_STEP);
  let sum = 0;
  let count = 0;
  for (let i = middle - CUT_REACH; i <= middle + CUT_REACH; i++) {
    if (i < 0 || i >= levels.length) continue;
    sum += levels[i];
    count++;
  }
  return count > 0 ? sum / count : 0;
}
