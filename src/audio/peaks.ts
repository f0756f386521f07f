/** The waveform as it is drawn: a fixed number of small whole numbers, stored once with the track. */

/** Values in a waveform, whatever the track's length. */
export const PEAK_COUNT = 600;
/** Steps a second kept while listening; 600 s of them are 60,000 numbers. */
const STEPS_PER_SECOND = 100;

export class PeakMeter {
  readonly #rate: number;
  readonly #steps: number[] = [];
  #samples = 0;
  #largest = 0;
  #stepEnd: number;

  constructor(rate: number) {
    this.#rate = rate;
    this.#stepEnd = Math.round(rate / STEPS_PER_SECOND);
  }

  push(channels: readonly Float32Array[]): void {
    const length = channels[0].length;
    for (let from = 0; from < length; ) {
      const to = Math.min(length, from + this.#stepEnd - this.#samples);
      for (const samples of channels) {
        for (let i = from; i < to; i++) {
          const value = Math.abs(samples[i]);
          if (value > this.#largest) this.#largest = value;
        }
      }
      this.#samples += to - from;
      from = to;
      if (this.#samples === this.#stepEnd) this.#closeStep();
    }
  }

  #closeStep(): void {
    this.#steps.push(this.#largest);
    this.#largest = 0;
    this.#stepEnd = Math.round(((this.#steps.length + 1) * this.#rate) / STEPS_PER_SECOND);
  }

  /** 600 values from 0 to 100, the largest sample of each stretch in per cent of full scale; all 0 for silence. */
  finish(): number[] {
    if (this.#steps.length === 0 || this.#largest > 0) this.#closeStep();
    const steps = this.#steps;
    return Array.from({ length: PEAK_COUNT }, (_, bucket) => {
      const from = Math.floor((bucket * steps.length) / PEAK_COUNT);
      const to = Math.max(from + 1, Math.floor(((bucket + 1) * steps.length) / PEAK_COUNT));
      let largest = 0;
      for (let i = from; i < to; i++) largest = Math.max(largest, steps[i]);
      return Math.min(100, Math.round(largest * 100));
    });
  }
}
