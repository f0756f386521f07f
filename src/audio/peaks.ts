/** The waveform as it is drawn: a fixed number of small whole numbers, stored once with the track. */

import { amplitudeDb } from './decibel.ts';
import { StepClock } from './steps.ts';

/** Values in a waveform, whatever the track's length. */
export const PEAK_COUNT = 600;
/** Steps a second kept while listening; 600 s of them are 60,000 numbers. */
export const STEPS_PER_SECOND = 100;

export class PeakMeter {
  readonly #clock: StepClock;
  readonly #steps: number[] = [];
  #largest = 0;

  constructor(rate: number) {
    this.#clock = new StepClock(rate, STEPS_PER_SECOND);
  }

  push(channels: readonly Float32Array[]): void {
    this.#clock.push(channels, this.#look, this.#close);
  }

  readonly #look = (channels: readonly Float32Array[], from: number, to: number): void => {
    let largest = this.#largest;
    for (const samples of channels) {
      for (let i = from; i < to; i++) {
        const value = Math.abs(samples[i]);
        if (value > largest) largest = value;
      }
    }
    this.#largest = largest;
  };

  readonly #close = (): void => {
    this.#steps.push(this.#largest);
    this.#largest = 0;
  };

  /** Peak level in dBFS of each 10 ms. */
  levels(): Float32Array {
    return Float32Array.from(this.#steps, amplitudeDb);
  }

  /** 600 values from 0 to 100, the largest sample of each stretch in per cent of full scale; all 0 for silence. */
  finish(): number[] {
    this.#clock.finish(this.#close);
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
