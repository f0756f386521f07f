/** Cuts a stream of chunks into equal steps of time, for measures that keep one value per step. */

type Visit = (channels: readonly Float32Array[], from: number, to: number) => void;

export class StepClock {
  readonly #rate: number;
  readonly #perSecond: number;
  #samples = 0;
  #steps = 0;
  #stepEnd: number;

  constructor(rate: number, perSecond: number) {
    this.#rate = rate;
    this.#perSecond = perSecond;
    this.#stepEnd = this.#boundary(1);
  }

  /** A step is rarely a whole number of samples: each boundary is rounded by itself, so that they never drift. */
  #boundary(step: number): number {
    return Math.round((step * this.#rate) / this.#perSecond);
  }

  /** Samples in the step that is not finished yet. */
  get pending(): number {
    return this.#samples - this.#boundary(this.#steps);
  }

  /** Calls `visit` for each piece that lies within one step, and `close` with the step's length when it is full. */
  push(channels: readonly Float32Array[], visit: Visit, close: (samples: number) => void): void {
    const length = channels[0].length;
    for (let from = 0; from < length; ) {
      const to = Math.min(length, from + this.#stepEnd - this.#samples);
      visit(channels, from, to);
      this.#samples += to - from;
      from = to;
      if (this.#samples === this.#stepEnd) this.#close(close);
    }
  }

  /** Closes a last step that is shorter than the others, if anything is in it. */
  finish(close: (samples: number) => void): void {
    if (this.pending > 0) this.#close(close);
  }

  #close(close: (samples: number) => void): void {
    const samples = this.pending;
    this.#steps++;
    this.#stepEnd = this.#boundary(this.#steps + 1);
    close(samples);
  }
}
