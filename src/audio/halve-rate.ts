/**
 * Halves the sample rate of one channel, chunk by chunk. A half-band filter does it at a quarter of the work of the
 * general resampler: every second coefficient is zero and the rest are symmetric. 44.1 kHz to 22.05 kHz, the case of
 * nearly every track, comes here.
 */

/** Pairs of coefficients: stop band below -60 dB from 0.57 of the old Nyquist frequency. */
const PAIRS = 14;
const TAPS = 4 * PAIRS - 1;
const CENTRE = 2 * PAIRS - 1;

export class RateHalver {
  readonly #weights = designHalfBand();
  #buffer = new Float64Array(1 << 16);
  /** Silence in front puts output sample 0 exactly on input sample 0. */
  #filled = CENTRE;

  push(input: Float32Array): Float32Array {
    this.#append(input);
    const buffer = this.#buffer;
    const weights = this.#weights;
    const count = Math.max(0, Math.floor((this.#filled - TAPS) / 2) + 1);
    const output = new Float32Array(count);
    for (let n = 0; n < count; n++) {
      const left = 2 * n;
      const right = left + TAPS - 1;
      let a = 0.5 * buffer[left + CENTRE];
      let b = 0;
      for (let i = 0; i < PAIRS; i += 2) {
        a += weights[i] * (buffer[left + 2 * i] + buffer[right - 2 * i]);
        b += weights[i + 1] * (buffer[left + 2 * i + 2] + buffer[right - 2 * i - 2]);
      }
      output[n] = a + b;
    }
    buffer.copyWithin(0, 2 * count, this.#filled);
    this.#filled -= 2 * count;
    return output;
  }

  /** The last samples, with silence after the end. */
  finish(): Float32Array {
    return this.push(new Float32Array(CENTRE));
  }

  #append(input: Float32Array): void {
    if (this.#filled + input.length > this.#buffer.length) {
      const grown = new Float64Array(2 * (this.#filled + input.length));
      grown.set(this.#buffer.subarray(0, this.#filled));
      this.#buffer = grown;
    }
    this.#buffer.set(input, this.#filled);
    this.#filled += input.length;
  }
}

/** The outer half of a Blackman-windowed sinc at a quarter of the rate, without its zeros. */
function designHalfBand(): Float64Array {
  const weights = new Float64Array(PAIRS);
  let sum = 0;
  for (let i = 0; i < PAIRS; i++) {
    const distance = CENTRE - 2 * i;
    const x = distance / (CENTRE + 1);
    const window = 0.42 + 0.5 * Math.cos(Math.PI * x) + 0.08 * Math.cos(2 * Math.PI * x);
    weights[i] = (Math.sin((Math.PI * distance) / 2) / (Math.PI * distance)) * window;
    sum += weights[i];
  }
  // The pairs make up one half, the centre the other: a constant stays exactly that constant.
  return weights.map((value) => (value / sum) * 0.25);
}
