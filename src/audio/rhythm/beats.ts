/**
 * Beat times by dynamic programming (Ellis 2007): the chain of instants that both falls on strong onsets and keeps
 * the local tempo, found for the whole track at once.
 */
import type { TempoCurve } from './tempo.ts';

/** Weight of keeping the period against falling on an onset (Ellis uses 100 with onsets in standard deviations). */
const TIGHTNESS = 100;
/** Seconds by which the log flux of a centred 46 ms window peaks before the sound begins; measured on clicks. */
const ONSET_ADVANCE = 0.007;
/** The chain starts anew where the best score so far is below this share of the mean onset. */
const SILENT_SHARE = 0.01;

/** Beat times in seconds, ascending; empty when there is no onset at all. */
export function trackBeats(strength: Float32Array, rate: number, tempo: TempoCurve): Float32Array {
  const local = normalise(smooth(strength, tempo, rate));
  if (!local) return new Float32Array(0);
  const { score, back } = chain(local, rate, tempo);
  const beats: number[] = [];
  for (let at = findLast(score, rate, tempo); at >= 0; at = back[at]) beats.push(at);
  beats.reverse();
  const trimmed = trimSilence(beats, local);
  return Float32Array.from(trimmed, (at) => refine(local, at) / rate + (at > 1 ? ONSET_ADVANCE : 0));
}

function periodAt(tempo: TempoCurve, seconds: number): number {
  const w = Math.min(tempo.periods.length - 1, Math.round(seconds / tempo.hop));
  return tempo.periods[w];
}

/** Gaussian blur of a thirty-second of a beat, so that a beat a few milliseconds off still counts. */
function smooth(strength: Float32Array, tempo: TempoCurve, rate: number): Float32Array {
  const sigma = Math.max(0.7, ((60 / tempo.bpm) * rate) / 32);
  const reach = Math.ceil(3 * sigma);
  const kernel = Float32Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-0.5 * ((i - reach) / sigma) ** 2),
  );
  const out = new Float32Array(strength.length);
  for (let i = 0; i < strength.length; i++) {
    if (strength[i] === 0) continue;
    const from = Math.max(0, i - reach);
    const to = Math.min(strength.length - 1, i + reach);
    for (let j = from; j <= to; j++) out[j] += strength[i] * kernel[j - i + reach];
  }
  return out;
}

function normalise(curve: Float32Array): Float32Array | null {
  let sum = 0;
  for (let i = 0; i < curve.length; i++) sum += curve[i] * curve[i];
  const rms = Math.sqrt(sum / Math.max(1, curve.length));
  return rms > 1e-9 ? curve.map((v) => v / rms) : null;
}

/** For every frame the best score of a chain of beats ending there, and the beat before. */
function chain(
  local: Float32Array,
  rate: number,
  tempo: TempoCurve,
): { score: Float32Array; back: Int32Array } {
  const score = new Float32Array(local.length);
  const back = new Int32Array(local.length).fill(-1);
  let period = 0;
  let costs = new Float32Array(0);
  let nearest = 0;
  for (let i = 0; i < local.length; i++) {
    const now = periodAt(tempo, i / rate) * rate;
    if (now !== period) {
      period = now;
      nearest = Math.round(period / 2);
      costs = Float32Array.from(
        { length: Math.round(period * 2) - nearest + 1 },
        (_, k) => TIGHTNESS * Math.log((k + nearest) / period) ** 2,
      );
    }
    let best = -Infinity;
    for (let k = 0; k < costs.length; k++) {
      const from = i - nearest - k;
      if (from < 0) break;
      const s = score[from] - costs[k];
      if (s > best) {
        best = s;
        back[i] = from;
      }
    }
    // A chain may also begin here: worth nothing yet.
    if (best < 0) back[i] = -1;
    score[i] = local[i] + Math.max(0, best);
  }
  return { score, back };
}

/** The best end within the last two beats of the track. */
function findLast(score: Float32Array, rate: number, tempo: TempoCurve): number {
  const span = Math.round(2 * periodAt(tempo, score.length / rate) * rate);
  let best = -1;
  for (let i = Math.max(0, score.length - span); i < score.length; i++)
    if (best < 0 || score[i] > score[best]) best = i;
  return best;
}

/** Drops beats before the first and after the last audible onset. */
function trimSilence(beats: number[], local: Float32Array): number[] {
  const audible = (at: number) => {
    for (let i = Math.max(0, at - 3); i <= Math.min(local.length - 1, at + 3); i++)
      if (local[i] > SILENT_SHARE) return true;
    return false;
  };
  const first = beats.findIndex(audible);
  return first < 0 ? [] : beats.slice(first, beats.findLastIndex(audible) + 1);
}

/** Parabolic interpolation of the peak next to a frame, in frames. */
function refine(local: Float32Array, at: number): number {
  if (at < 1 || at + 1 >= local.length) return at;
  const [a, b, c] = [local[at - 1], local[at], local[at + 1]];
  if (b < a || b < c || a - 2 * b + c === 0) return at;
  return at + (0.5 * (a - c)) / (a - 2 * b + c);
}
