/** Density: how much of the spectrum sounds at once. A lone voice or bass leaves it empty, a full chorus fills it. */
import { FRAME_RATE } from '../decode/rates.ts';
import { round } from '../round.ts';
import { REFERENCE_DB } from './reference-curve.ts';
import { BAND_COUNT } from './third-octaves.ts';

/** A band sounds when it is within this many dB of the frame's strongest, both measured against the reference curve. */
const WITHIN_DB = 20;
/** Frames this far below the track's mean energy (as a factor: 40 dB) are pauses and have density 0. */
const PAUSE = 1e-4;

export interface Density {
  /** Mean share of the 25 third-octaves that sound at once, 0 to 1, to 0.01. */
  density: number;
  /** The same for each second. */
  densityCurve: number[];
}

/** `energies`: mean square per third-octave and frame; `levels`: their sum per frame. */
export function measureDensity(energies: Float32Array, levels: Float64Array): Density {
  const mean = levels.reduce((sum, level) => sum + level, 0) / Math.max(1, levels.length);
  const weights = REFERENCE_DB.map((db) => 10 ** (-db / 10));
  const seconds = Math.max(0, Math.ceil((levels.length - 1) / FRAME_RATE));
  const sums = new Float64Array(seconds);
  const counts = new Float64Array(seconds);
  let total = 0;
  let sounding = 0;
  for (let i = 0; i < levels.length; i++) {
    const second = Math.floor(i / FRAME_RATE);
    counts[second]++;
    if (levels[i] <= PAUSE * mean || mean < 1e-12) continue;
    const share = shareOfBands(energies, i * BAND_COUNT, weights);
    sums[second] += share;
    total += share;
    sounding++;
  }
  return {
    density: round(total / Math.max(1, sounding), 2),
    densityCurve: Array.from(sums, (sum, second) => round(sum / Math.max(1, counts[second]), 2)),
  };
}

function shareOfBands(energies: Float32Array, at: number, weights: Float64Array): number {
  let strongest = 0;
  for (let b = 0; b < BAND_COUNT; b++) strongest = Math.max(strongest, energies[at + b] * weights[b]);
  const threshold = strongest * 10 ** (-WITHIN_DB / 10);
  let count = 0;
  for (let b = 0; b < BAND_COUNT; b++) if (energies[at + b] * weights[b] >= threshold) count++;
  return count / BAND_COUNT;
}
