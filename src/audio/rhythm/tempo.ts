/**
 * Tempo from the onset curve: a local autocorrelation every 1.5 s, combed over the first multiples of each beat
 * period (Davies & Plumbley 2007), weighed by how people tap (a log-normal prior) and joined into one path through
 * time. The confidence says how far the track has one tempo at all.
 */
import { round } from '../round.ts';
import { autocorrelate } from './autocorrelate.ts';
import { rateBeats } from './bar-comb.ts';

const MIN_BPM = 45;
const MAX_BPM = 215;
/** Candidates lie 1% apart. */
const STEP = 0.01;
const WINDOW_SECONDS = 12;
const HOP_SECONDS = 1.5;
const COMB_TEETH = 4;
/** People tap nearest to this tempo, and ever less willingly with the distance in octaves (after Moelants 2002). */
const PRIOR_BPM = 115;
const PRIOR_OCTAVES = 0.65;
/** Octaves a passage may lie away from the track's tempo (standard deviation), and move from window to window. */
const PATH_SPREAD = 0.12;
const PATH_STEP = 0.03;
/** How far from a lag its likeness is looked for, as a share of it. */
const LAG_TOLERANCE = 0.015;
/** What is alike by this much is a pulse. */
const CLEAR_LIKENESS = 0.3;
/** Beats with less than this share of their neighbours' likeness are empty. */
const EMPTY_SHARE = 0.1;
/** A beat half as long again must be more alike by this factor, and strokes between beats by this much, to be beats. */
const TRIPLET_LEAD = 1.25;
const METRONOME_LIKENESS = 0.82;
/** Likeness at two thirds of a beat from which there are triplets. */
const TERNARY_FROM = 0.15;

export interface Tempo {
  /** Beats per minute, to 0.1; 0 when there is nothing to count. */
  bpm: number;
  /** The same pulse counted at half and double speed, to 0.1. */
  halfTime: number;
  doubleTime: number;
  /** 0 to 1, to 0.01. */
  confidence: number;
}

export interface TempoCurve {
  bpm: number;
  /** Seconds between windows; window w is centred on w * hop. */
  hop: number;
  /** Beat period in seconds for every window. */
  periods: Float32Array;
  /** Share of windows whose own strongest pulse is the track's, and how strong pulses are (autocorrelation). */
  agreement: number;
  pulse: number;
  /** How alike neighbouring beats are, as a share of how alike every other one is: 1 for a metronome. */
  evenness: number;
}

/** Agreement from this share of windows on counts, and is full at that share; a pulse this strong is full. */
const AGREEMENT_FROM = 0.3;
const AGREEMENT_FULL = 0.9;
const PULSE_FULL = 0.25;
const STEADINESS_FULL = 0.6;

/** The tempo as counted on the tracked beats, confident as far as windows agree on a clear pulse and beats fall evenly. */
export function describeTempo(
  curve: TempoCurve,
  { bpm, steadiness }: { bpm: number; steadiness: number },
): Tempo {
  const agreement = clamp((curve.agreement - AGREEMENT_FROM) / (AGREEMENT_FULL - AGREEMENT_FROM));
  const pulse = Math.sqrt(clamp(curve.pulse / PULSE_FULL));
  const even = Math.sqrt(clamp(steadiness / STEADINESS_FULL));
  const confidence = bpm > 0 ? round(agreement * pulse * even, 2) : 0;
  return { bpm: round(bpm, 1), halfTime: round(bpm / 2, 1), doubleTime: round(bpm * 2, 1), confidence };
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

const CANDIDATES = Array.from(
  { length: Math.floor(Math.log(MAX_BPM / MIN_BPM) / STEP) + 1 },
  (_, i) => 60 / (MIN_BPM * Math.exp(i * STEP)),
);

export function trackTempo(strength: Float32Array, rate: number): TempoCurve {
  const hop = HOP_SECONDS * rate;
  const windows = Math.max(1, Math.floor(strength.length / hop) + 1);
  const correlations = Array.from({ length: windows }, (_, w) =>
    correlateWindow(strength, Math.round(w * hop), rate),
  );
  const tempogram = correlations.map((correlation) =>
    Float32Array.from(CANDIDATES, (period) => comb(correlation, period * rate)),
  );
  const likeness = readLikeness(correlations, rate);
  const { tapped, chosen } = findGlobal(tempogram, rateBeats(strength, rate, CANDIDATES));
  const global = settleLevel(chosen, likeness);
  const path = findPath(tempogram, global);
  const periods = Float32Array.from(path, (c) => CANDIDATES[c]);
  const beat = CANDIDATES[global];
  const levels = isTernary(beat, likeness) ? TERNARY : BINARY;
  // Dotted eighths that the bars overruled lie on the same grid: a window that prefers them does not speak against the beat.
  const overruled = chosen === tapped ? [] : BINARY.map((level) => (level * CANDIDATES[tapped]) / beat);
  return {
    bpm: 60 / beat,
    hop: HOP_SECONDS,
    periods,
    ...judge(tempogram, path, [...levels, ...overruled]),
    evenness: clamp(likeness(beat) / Math.max(1e-6, likeness(2 * beat))),
  };
}

/** Normalised autocorrelation of one window. */
function correlateWindow(strength: Float32Array, centre: number, rate: number): Float32Array {
  const half = Math.round((WINDOW_SECONDS / 2) * rate);
  const from = Math.max(0, Math.min(centre - half, strength.length - 2 * half));
  const window = strength.subarray(from, Math.min(strength.length, from + 2 * half));
  return autocorrelate(window, Math.ceil(COMB_TEETH * CANDIDATES[0] * rate) + 4);
}

/** Mean over the multiples of a period of the autocorrelation's best value nearby. */
function comb(correlation: Float32Array, lag: number): number {
  let sum = 0;
  for (let tooth = 1; tooth <= COMB_TEETH; tooth++) {
    const at = tooth * lag;
    const low = Math.floor(at);
    const fraction = at - low;
    if (low + 1 >= correlation.length) break;
    sum += correlation[low] * (1 - fraction) + correlation[low + 1] * fraction;
  }
  return Math.max(0, sum / COMB_TEETH);
}

const prior = (period: number): number =>
  Math.exp(-0.5 * (Math.log2(60 / period / PRIOR_BPM) / PRIOR_OCTAVES) ** 2);

/** The best tapped pulse; where another makes better bars, that one. Three beats make the bars of two half as long again: then the first stays. */
function findGlobal(tempogram: Float32Array[], odds: Float64Array): { tapped: number; chosen: number } {
  const totals = CANDIDATES.map(
    (period, c) => prior(period) * tempogram.reduce((sum, row) => sum + row[c], 0),
  );
  const tapped = bestOf(totals, () => true);
  const beat = CANDIDATES[odds.indexOf(Math.max(...odds))];
  const isKept = isLevel(beat / CANDIDATES[tapped], BINARY_THIRDS);
  const chosen = isKept ? tapped : bestOf(totals, (c) => isLevel(CANDIDATES[c] / beat, BINARY));
  return { tapped, chosen };
}

function bestOf(totals: readonly number[], allowed: (c: number) => boolean): number {
  let best = -1;
  for (let c = 0; c < totals.length; c++) if (allowed(c) && (best < 0 || totals[c] > totals[best])) best = c;
  return best;
}

const isLevel = (ratio: number, levels: readonly number[]): boolean =>
  levels.some((level) => Math.abs(Math.log(ratio / level)) < SAME_PULSE);

/** Viterbi path through the tempogram, held near the track's tempo so that it never jumps an octave. */
function findPath(tempogram: Float32Array[], global: number): number[] {
  const reach = Math.ceil((3 * PATH_SPREAD * Math.LN2) / STEP);
  const low = Math.max(0, global - reach);
  const high = Math.min(CANDIDATES.length - 1, global + reach);
  const span = high - low + 1;
  const octaves = (steps: number) => (steps * STEP) / Math.LN2;
  const near = Float64Array.from(
    { length: span },
    (_, i) => -0.5 * (octaves(low + i - global) / PATH_SPREAD) ** 2,
  );
  const move = Float64Array.from({ length: span }, (_, d) => -0.5 * (octaves(d) / PATH_STEP) ** 2);
  let score = new Float64Array(span);
  const back: Int16Array[] = [];
  for (const row of tempogram) {
    const next = new Float64Array(span);
    const from = new Int16Array(span);
    for (let i = 0; i < span; i++) {
      let best = -Infinity;
      for (let j = Math.max(0, i - 12); j <= Math.min(span - 1, i + 12); j++) {
        const s = score[j] + move[Math.abs(i - j)];
        if (s > best) {
          best = s;
          from[i] = j;
        }
      }
      next[i] = best + near[i] + 20 * row[low + i];
    }
    score = next;
    back.push(from);
  }
  let at = score.indexOf(score.reduce((a, b) => Math.max(a, b), -Infinity));
  const path = new Array<number>(tempogram.length);
  for (let w = tempogram.length - 1; w >= 0; w--) {
    path[w] = low + at;
    at = back[w][at];
  }
  return path;
}

/** How alike the track is to itself a number of seconds later: the highest value nearby of the windows' mean. */
type Likeness = (seconds: number) => number;

function readLikeness(correlations: readonly Float32Array[], rate: number): Likeness {
  const mean = new Float32Array(correlations[0].length);
  for (const correlation of correlations)
    for (let lag = 0; lag < mean.length; lag++) mean[lag] += correlation[lag] / correlations.length;
  return (seconds) => {
    const near = LAG_TOLERANCE * seconds * rate;
    const from = Math.floor(seconds * rate - near);
    const to = Math.min(mean.length - 1, Math.ceil(seconds * rate + near));
    let best = -1;
    for (let lag = from; lag <= to; lag++) best = Math.max(best, mean[lag]);
    return best;
  };
}

/**
 * The prior draws counts towards the middle, also where nothing supports that count. Three cases are certain: nothing at all
 * between every other beat (a slow pulse counted twice), triplets counted in pairs (6/8 or swing counted half as fast again), and
 * a metronome, in which the strokes between the beats are beats themselves.
 */
function settleLevel(candidate: number, likeness: Likeness): number {
  const beat = CANDIDATES[candidate];
  const at = likeness(beat);
  const [half, once, twice, third] = [0.5, 1.5, 2, 3].map((times) => likeness(times * beat));
  if (twice > CLEAR_LIKENESS && Math.max(half, at, once, third) < EMPTY_SHARE * twice)
    return candidateOf(2 * beat) ?? candidate;
  if (once > CLEAR_LIKENESS && Math.min(once, third) > TRIPLET_LEAD * at)
    return candidateOf(1.5 * beat) ?? candidate;
  if (Math.min(half, at, once) > METRONOME_LIKENESS) return candidateOf(beat / 2) ?? candidate;
  return candidate;
}

function candidateOf(period: number): number | undefined {
  const index = Math.round(Math.log(CANDIDATES[0] / period) / STEP);
  return index >= 0 && index < CANDIDATES.length ? index : undefined;
}

/** Beats in three rather than two or four parts. */
const isTernary = (beat: number, likeness: Likeness): boolean =>
  likeness((2 / 3) * beat) > Math.max(TERNARY_FROM, 2 * likeness(beat / 2));

/** Periods that count the same pulse at another level, as shares of the beat. */
const BINARY = [0.5, 1, 2];
const BINARY_THIRDS = [0.375, 0.75, 1.5, 3];
const TERNARY = [1 / 3, 0.5, 2 / 3, 1, 4 / 3, 2];
/** Periods no further apart than this, as a logarithm, are the same. */
const SAME_PULSE = 0.035;

/** Windows whose own best candidate is the path's, or the same pulse at another level, and how high the path runs. */
function judge(
  tempogram: Float32Array[],
  path: number[],
  levels: readonly number[],
): { agreement: number; pulse: number } {
  let agree = 0;
  let pulse = 0;
  tempogram.forEach((row, w) => {
    let best = 0;
    for (let c = 1; c < row.length; c++)
      if (row[c] * prior(CANDIDATES[c]) > row[best] * prior(CANDIDATES[best])) best = c;
    const ratio = CANDIDATES[best] / CANDIDATES[path[w]];
    if (isLevel(ratio, levels) && row[best] > 0) agree++;
    pulse += row[path[w]];
  });
  return { agreement: agree / tempogram.length, pulse: pulse / tempogram.length };
}
