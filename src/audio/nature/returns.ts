/**
 * How exactly music comes back. Whoever plays a part again plays it differently, and over a copied part something else
 * goes on; a part that returns to the decibel in all bands was pasted, and nothing was added.
 */
import { TEXTURE_BANDS, type Texture } from '../form/texture.ts';
import { quantile } from '../rhythm/steadiness.ts';
import { round } from '../round.ts';
import { countWays, covary, toRows } from './variety.ts';

/** Texture frames joined into one step: 46 ms. */
const JOINED = 2;
/** Seconds of a piece that is looked for, from one piece to the next, and nearest place that counts as another. */
const PIECE = 2;
const STRIDE = 4;
const APART = 1.9;

export interface Returns {
  /** dB by which pieces of two seconds differ from the nearest other place: of the tenth that return closest, the median, and the tenth that return least; to 0.001. */
  closestDb: number;
  usualDb: number;
  farthestDb: number;
  /** How many independent ways the spectrum moves (participation ratio of its bands), to 0.01: 1 is all bands together. */
  ways: number;
}

export function measureReturns({ bands, rate }: Texture): Returns {
  const steps = joinFrames(bands);
  const perSecond = rate / JOINED;
  const length = Math.round(PIECE * perSecond);
  const apart = Math.round(APART * perSecond);
  const count = steps.length / TEXTURE_BANDS;
  const nearest: number[] = [];
  for (let at = 0; at + length <= count; at += Math.round(STRIDE * perSecond)) {
    const best = findNearest(steps, at, length, apart);
    if (best !== null) nearest.push(best);
  }
  const sorted = Float64Array.from(nearest).sort();
  const at = (share: number) => round(sorted.length > 0 ? quantile(sorted, share) : 0, 3);
  return {
    closestDb: at(0.1),
    usualDb: at(0.5),
    farthestDb: at(0.9),
    ways: round(countWays(covary(toRows(steps, TEXTURE_BANDS))), 2),
  };
}

function joinFrames(bands: Float32Array): Float32Array {
  const count = Math.floor(bands.length / TEXTURE_BANDS / JOINED);
  const steps = new Float32Array(count * TEXTURE_BANDS);
  for (let i = 0; i < count; i++)
    for (let j = 0; j < JOINED; j++)
      for (let b = 0; b < TEXTURE_BANDS; b++)
        steps[i * TEXTURE_BANDS + b] += bands[(i * JOINED + j) * TEXTURE_BANDS + b] / JOINED;
  return steps;
}

/** Root mean square difference, dB, from the place that is most like it; null where there is no other place. */
function findNearest(steps: Float32Array, at: number, length: number, apart: number): number | null {
  const size = length * TEXTURE_BANDS;
  const from = at * TEXTURE_BANDS;
  let least = Number.POSITIVE_INFINITY;
  for (let other = 0; other + length <= steps.length / TEXTURE_BANDS; other++) {
    if (Math.abs(other - at) < apart) continue;
    const to = other * TEXTURE_BANDS;
    let sum = 0;
    // Given up as soon as it is worse than the best so far, row by row.
    for (let row = 0; row < size && sum < least; row += TEXTURE_BANDS)
      for (let i = row; i < row + TEXTURE_BANDS; i++) sum += (steps[from + i] - steps[to + i]) ** 2;
    if (sum < least) least = sum;
  }
  return Number.isFinite(least) ? Math.sqrt(least / size) : null;
}
