/**
 * Which of a track's pulses is its beat: the one whose pairs, bars and double bars are alike. Dotted eighths and triplets can be
 * more regular than the beat, but they make no bars. Half and double speed make the same bars; others decide between them.
 */
import { autocorrelate } from './autocorrelate.ts';

/** Long enough for two bars at the slowest tempo. */
const WINDOW_SECONDS = 24;
const HOP_SECONDS = 6;
/**
 * Distances in beats, and what a likeness at each adds to the logarithm of the odds: fitted to 351 drummers' performances to a click
 * (Groove MIDI, Gillick et al. 2019; docs/method/accuracy.md).
 */
const COMB = [
  { beats: 1, weight: 4.5 },
  { beats: 2, weight: 8 },
  { beats: 4, weight: 13 },
  { beats: 8, weight: 11.5 },
] as const;
/** How 911 pop songs are counted (beats of the Harmonix set, Nieto et al. 2019): BPM, and the deviation in octaves. */
const COUNTED_BPM = 113;
const COUNTED_OCTAVES = 0.33;
/** How far from a lag its likeness is looked for, as a share of it. */
const LAG_TOLERANCE = 0.015;

/** For each period in seconds, longer first, the logarithm of the odds (but for a constant) that it is the beat. */
export function rateBeats(strength: Float32Array, rate: number, periods: readonly number[]): Float64Array {
  const likeness = meanLikeness(strength, rate);
  return Float64Array.from(periods, (period) => {
    const octaves = Math.log2(60 / period / COUNTED_BPM) / COUNTED_OCTAVES;
    let score = -0.5 * octaves ** 2;
    let last = 0;
    for (const { beats, weight } of COMB) {
      // Beyond the end of a short track what is known of the half of it counts.
      last = highestNear(likeness, beats * period * rate) ?? last;
      score += weight * last;
    }
    return score;
  });
}

/** Mean autocorrelation of long windows. */
function meanLikeness(strength: Float32Array, rate: number): Float32Array {
  const length = Math.min(strength.length, Math.round(WINDOW_SECONDS * rate));
  const mean = new Float32Array((length >> 1) + 1);
  const last = strength.length - length;
  const windows = Math.floor(last / (HOP_SECONDS * rate)) + 1;
  for (let w = 0; w < windows; w++) {
    const from = Math.round(w * HOP_SECONDS * rate);
    const correlation = autocorrelate(strength.subarray(from, from + length), length >> 1);
    for (let lag = 0; lag < mean.length; lag++) mean[lag] += correlation[lag] / windows;
  }
  return mean;
}

function highestNear(curve: Float32Array, lag: number): number | undefined {
  const to = Math.ceil(lag * (1 + LAG_TOLERANCE));
  if (to >= curve.length) return undefined;
  let best = -1;
  for (let i = Math.floor(lag * (1 - LAG_TOLERANCE)); i <= to; i++) best = Math.max(best, curve[i]);
  return best;
}
