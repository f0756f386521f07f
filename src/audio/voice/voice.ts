/**
 * Voice: where someone sings or raps. Three things set a voice apart from most instruments, each measured over two
 * seconds: its partials glide; its vowels move the shape of the mid spectrum; and its consonants put treble where the
 * mids pause, while drums raise both at once. A weighted sum decides. It is a judgement, hence the confidence: an
 * instrument that slides and speaks (a talk box, a wah guitar) can pass for a voice, a very steady voice be missed.
 */
import { FRAME_RATE } from '../decode/rates.ts';
import { round } from '../round.ts';
import { BAND_COUNT } from '../spectrum/third-octaves.ts';
import { rangesOf, type TimeRange } from '../time-range.ts';

/** Frames a judgement looks at, and frames between two judgements: 2 s every half second. */
const WINDOW = Math.round(2 * FRAME_RATE);
const HOP = Math.round(FRAME_RATE / 2);
/** Third-octaves 315 Hz to 3.2 kHz, where vowels are, and 5 to 10 kHz, where 's' and 't' are. */
const MIDS = { from: 9, to: 20 };
const TREBLE = { from: 21, to: 25 };
/**
 * Weights of glides (natural logarithm of their share of frames), vowel movement (dB) and consonants, and the constant.
 * Fitted by logistic regression on 2 s windows of 20 composed songs, six real instrumentals, and those with synthetic
 * speech at equal level; each song judged by the others' weights: 91% of voiced, 94% of unvoiced windows right.
 */
const WEIGHTS = { glides: 1.18, vowels: 8.52, consonants: 2.86, constant: -1.98 };
/** dB: more movement than this says no more. */
const MAX_VOWELS = 1.4;
/** Third-octaves this far below the track's mids (30 dB) count as equally quiet: the ends of notes are no vowels. */
const VOWEL_FLOOR = 1e-3;
/** Keeps the logarithm finite where nothing glides. */
const NO_GLIDES = 0.005;
/** Judgements averaged with their neighbours on each side before they count: a voice rarely comes for 2 s alone. */
const SMOOTHING = 2;
/** Log-odds that a stretch must reach somewhere to count (3 to 1): weak evidence alone is chance. */
const SURE = 1.1;
/** Energy relative to the track's mean below which a window is a pause (25 dB). */
const PAUSE = 0.003;
/** Pauses up to this many seconds are breath; shorter voices than this are chance. */
const MAX_BREATH = 1.5;
const MIN_VOICE = 2;

export interface Voice {
  /** Share of the track with a voice, 0 to 1, to 0.01. */
  voiceShare: number;
  voiceRanges: TimeRange[];
  /** Syllable-like pulses a second while there is a voice, to 0.1; 0 without one. Singing 1 to 4, rap 4 to 8. */
  voiceRate: number;
  /** How clearly the windows are one thing or the other, 0 to 1, to 0.01. */
  voiceConfidence: number;
}

/** `glides`: a flag per frame; `energies`: mean square per third-octave and frame. */
export function findVoice(glides: Uint8Array, energies: Float32Array): Voice {
  const frames = glides.length;
  const mids = sumBands(energies, frames, MIDS);
  const mean = mids.reduce((sum, energy) => sum + energy, 0) / Math.max(1, frames);
  if (frames < WINDOW || mean < 1e-10) {
    return { voiceShare: 0, voiceRanges: [], voiceRate: 0, voiceConfidence: 0 };
  }
  const treble = sumBands(energies, frames, TREBLE);
  const vowels = trackVowels(energies, frames, mean);
  const scores: number[] = [];
  for (let at = 0; at + WINDOW <= frames; at += HOP) {
    scores.push(judge({ glides, mids, treble, vowels, mean }, at));
  }
  const smooth = scores.map((_, i) => meanOf(scores.slice(Math.max(0, i - SMOOTHING), i + SMOOTHING + 1)));
  return summarise(smooth, mids, frames);
}

interface Tracks {
  glides: Uint8Array;
  mids: Float64Array;
  treble: Float64Array;
  vowels: Float64Array;
  mean: number;
}

/** Log-odds that there is a voice in the window, within ±6. */
function judge({ glides, mids, treble, vowels, mean }: Tracks, at: number): number {
  let glideCount = 0;
  let energy = 0;
  for (let i = at; i < at + WINDOW; i++) {
    glideCount += glides[i];
    energy += mids[i];
  }
  if (energy / WINDOW < PAUSE * mean) return -6;
  const window = (track: Float64Array) => track.subarray(at, at + WINDOW);
  const logs = (track: Float64Array) => window(track).map((value) => Math.log(value + 1e-6 * mean));
  const score =
    WEIGHTS.constant +
    WEIGHTS.glides * Math.log(glideCount / WINDOW + NO_GLIDES) +
    WEIGHTS.vowels * Math.min(MAX_VOWELS, deviation(window(vowels))) -
    WEIGHTS.consonants * correlate(logs(mids), logs(treble));
  return Math.max(-6, Math.min(6, score));
}

function summarise(scores: readonly number[], mids: Float64Array, frames: number): Voice {
  const seconds = HOP / FRAME_RATE;
  // A window's verdict stands for the half second in its middle; the first and last also for the track's ends.
  const lead = Math.round((WINDOW - HOP) / 2 / HOP);
  const steps = Math.max(1, Math.round(frames / HOP));
  const spread = Array.from(
    { length: steps },
    (_, i) => scores[Math.max(0, Math.min(scores.length - 1, i - lead))],
  );
  const flags = keepSure(spread);
  const limits = { step: seconds, maxGap: MAX_BREATH, minLength: MIN_VOICE, limit: 100 };
  const total = frames / FRAME_RATE;
  const voiceRanges = rangesOf(flags, limits).map(({ start, end }) => ({
    start,
    end: round(Math.min(end, total), 1),
  }));
  const voiced = voiceRanges.reduce((sum, { start, end }) => sum + end - start, 0);
  return {
    voiceShare: round(Math.min(1, voiced / total), 2),
    voiceRanges,
    voiceRate: round(countPulses(mids, voiceRanges) / Math.max(1, voiced), 1),
    voiceConfidence: round(meanOf(scores.map((score) => Math.abs(Math.tanh(score / 2)))), 2),
  };
}

/** Raises the flag where the odds are for a voice, in stretches that are sure of it at least once. */
function keepSure(scores: readonly number[]): boolean[] {
  const flags = scores.map(() => false);
  for (let from = 0; from < scores.length; from++) {
    if (scores[from] <= 0) continue;
    let to = from;
    while (to < scores.length && scores[to] > 0) to++;
    if (scores.slice(from, to).some((score) => score > SURE)) flags.fill(true, from, to);
    from = to;
  }
  return flags;
}

/** Rises of the mid energy within the ranges that follow a dip of at least 3 dB: about one per syllable. */
function countPulses(mids: Float64Array, ranges: readonly TimeRange[]): number {
  const dip = 3;
  let count = 0;
  for (const { start, end } of ranges) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    let rising = false;
    for (let i = Math.floor(start * FRAME_RATE); i < Math.min(mids.length, end * FRAME_RATE); i++) {
      const level = 10 * Math.log10(mids[i] + 1e-12);
      low = Math.min(low, level);
      high = Math.max(high, level);
      if (!rising && level > low + dip) {
        rising = true;
        high = level;
        count++;
      } else if (rising && level < high - dip) {
        rising = false;
        low = level;
      }
    }
  }
  return count;
}

/** Second cosine coefficient of the mid spectrum's shape in dB, per frame: what moves between 'ee' and 'ah'. */
function trackVowels(energies: Float32Array, frames: number, mean: number): Float64Array {
  const width = MIDS.to - MIDS.from;
  const cosines = Float64Array.from({ length: width }, (_, b) => Math.cos((2 * Math.PI * (b + 0.5)) / width));
  const vowels = new Float64Array(frames);
  for (let i = 0; i < frames; i++) {
    let sum = 0;
    for (let b = 0; b < width; b++) {
      sum += cosines[b] * 10 * Math.log10(energies[i * BAND_COUNT + MIDS.from + b] + VOWEL_FLOOR * mean);
    }
    vowels[i] = sum / width;
  }
  return vowels;
}

function sumBands(energies: Float32Array, frames: number, { from, to }: { from: number; to: number }) {
  const sums = new Float64Array(frames);
  for (let i = 0; i < frames; i++) {
    for (let b = from; b < to; b++) sums[i] += energies[i * BAND_COUNT + b];
  }
  return sums;
}

function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum / Math.max(1, values.length);
}

function deviation(values: Float64Array): number {
  const mean = meanOf(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

function correlate(a: Float64Array, b: Float64Array): number {
  const meanA = meanOf(a);
  const meanB = meanOf(b);
  let product = 0;
  let squaresA = 0;
  let squaresB = 0;
  for (let i = 0; i < a.length; i++) {
    product += (a[i] - meanA) * (b[i] - meanB);
    squaresA += (a[i] - meanA) ** 2;
    squaresB += (b[i] - meanB) ** 2;
  }
  return squaresA * squaresB > 0 ? product / Math.sqrt(squaresA * squaresB) : 0;
}
