/** The waveform as it is drawn: a fixed number of small whole numbers, stored once with the track. */

import { amplitudeDb } from './decibel.ts';
import type { LevelStep } from './level-steps.ts';

/** Values in a waveform, whatever the track's length. */
export const PEAK_COUNT = 600;

export class PeakMeter {
  readonly #steps: number[] = [];

  add({ peak }: LevelStep): void {
    this.#steps.push(peak);
  }

  /** Peak level in dBFS of each 10 ms. */
  levels(): Float32Array {
    return Float32Array.from(this.#steps, amplitudeDb);
  }

  /** 600 values from 0 to 100, the largest sample of each stretch in per cent of full scale; all 0 for silence. */
  finish(): number[] {
    const steps = this.#steps;
    return Array.from({ length: PEAK_COUNT }, (_, bucket) => {
      const from = Math.floor((bucket * steps.length) / PEAK_COUNT);
      const to = Math.max(from + 1, Math.floor(((bucket + 1) * steps.length) / PEAK_COUNT));
      let largest = 0;
      for (let i = from; i < to; i++) largest = Math.max(largest, steps[i] ?? 0);
      return Math.min(100, Math.round(largest * 100));
    });
  }
}
