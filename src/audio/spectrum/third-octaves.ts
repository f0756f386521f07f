/**
 * The spectrum as the ear groups it: third-octave bands, kept for every frame. Balance, brightness, density and noise
 * floor all read this; it is filled in the pass that all spectral measures share.
 */

import { ANALYSIS_RATE, FRAME } from '../decode/rates.ts';
import type { FrameSink } from './frames.ts';

/** Centres 1000 * 2^(k/3) Hz for k = -14 ... 10: 39 Hz to 10.1 kHz (IEC 61260 base-two bands). */
const FIRST = -14;
const LAST = 10;
export const BAND_COUNT = LAST - FIRST + 1;
export const BAND_CENTRES = Float64Array.from(
  { length: BAND_COUNT },
  (_, b) => 1000 * 2 ** ((b + FIRST) / 3),
);
const HZ_PER_BIN = ANALYSIS_RATE / FRAME.size;
/** |X|² summed over half a spectrum, times this, is the mean square of the signal: a Hann window's energy is 3/8 N. */
const POWER_SCALE = 2 / (FRAME.size * FRAME.size * 0.375);

/** A band's first and last bin, and how much of those two belongs to it. */
interface Band {
  first: number;
  last: number;
  firstWeight: number;
  lastWeight: number;
}

const BANDS: readonly Band[] = Array.from(BAND_CENTRES, (centre) => {
  const from = Math.max(0.5, (centre * 2 ** (-1 / 6)) / HZ_PER_BIN + 0.5);
  const to = Math.min(FRAME.size / 2 + 0.999, (centre * 2 ** (1 / 6)) / HZ_PER_BIN + 0.5);
  const first = Math.floor(from);
  const last = Math.floor(to);
  if (first === last) return { first, last, firstWeight: to - from, lastWeight: 0 };
  return { first, last, firstWeight: first + 1 - from, lastWeight: to - last };
});

export class ThirdOctaves implements FrameSink {
  /** Mean square per band, BAND_COUNT values a frame. */
  #energies = new Float32Array(BAND_COUNT * 1024);
  #frames = 0;

  frame(index: number, magnitude: Float32Array): void {
    const at = index * BAND_COUNT;
    if (at + BAND_COUNT > this.#energies.length) this.#grow();
    const energies = this.#energies;
    for (let b = 0; b < BAND_COUNT; b++) {
      const { first, last, firstWeight, lastWeight } = BANDS[b];
      let sum =
        magnitude[first] * magnitude[first] * firstWeight + magnitude[last] * magnitude[last] * lastWeight;
      for (let k = first + 1; k < last; k++) sum += magnitude[k] * magnitude[k];
      energies[at + b] = sum * POWER_SCALE;
    }
    this.#frames = index + 1;
  }

  #grow(): void {
    const grown = new Float32Array(this.#energies.length * 2);
    grown.set(this.#energies);
    this.#energies = grown;
  }

  get frames(): number {
    return this.#frames;
  }

  /** Mean square of band `b` in frame `i` at `i * BAND_COUNT + b`. */
  get energies(): Float32Array {
    return this.#energies.subarray(0, this.#frames * BAND_COUNT);
  }

  /** Mean over the whole track, per band. */
  means(): Float64Array {
    const means = new Float64Array(BAND_COUNT);
    const energies = this.energies;
    for (let i = 0; i < energies.length; i++) means[i % BAND_COUNT] += energies[i];
    return means.map((sum) => sum / Math.max(1, this.#frames));
  }

  /** Mean square of each frame, all bands together. */
  levels(): Float64Array {
    const levels = new Float64Array(this.#frames);
    for (let i = 0, at = 0; i < this.#frames; i++) {
      for (let b = 0; b < BAND_COUNT; b++) levels[i] += this.#energies[at++];
    }
    return levels;
  }
}
