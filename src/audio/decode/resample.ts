/**
 * Changes the sample rate of one channel, chunk by chunk: a windowed-sinc low-pass in polyphase form (the ratio is
 * reduced to up / down, and each output sample is one short dot product with the phase it falls on).
 */

import { RateHalver } from './halve-rate.ts';

/** Zero crossings of the sinc on each side. 16 with this window: pass band to 0.9 of Nyquist, stop band below -80 dB. */
const ZEROS = 16;
/** Kaiser window shape for about 80 dB (Kaiser 1974). */
const KAISER_BETA = 7.9;
/** Cut-off as a share of the lower Nyquist frequency, leaving room for the filter's slope. */
const CUTOFF = 0.92;

export class Resampler {
  readonly #up: number;
  readonly #down: number;
  readonly #taps: number;
  /** One row of `taps` coefficients per phase. */
  // Doubles throughout: the engine computes in them anyway, and converting each sample costs more than memory.
  readonly #phases: Float64Array;
  #buffer: Float64Array;
  #filled: number;
  /** Where in the buffer, and on which phase, the next output sample starts. */
  #at = 0;
  #phase = 0;
  readonly #half: number;

  constructor(fromRate: number, toRate: number) {
    const divisor = greatestCommonDivisor(fromRate, toRate);
    this.#up = toRate / divisor;
    this.#down = fromRate / divisor;
    const cutoff = CUTOFF * Math.min(1, toRate / fromRate);
    // Even, so that the taps are a multiple of four.
    this.#half = 2 * Math.ceil(ZEROS / cutoff / 2);
    this.#taps = 2 * this.#half;
    this.#phases = buildPhases(this.#up, this.#half, cutoff);
    this.#buffer = new Float64Array(1 << 16);
    // Half a filter of silence in front puts output sample 0 exactly on input sample 0.
    this.#filled = this.#half - 1;
  }

  /** The output samples that the input so far decides. The array is new; the input may be reused. */
  push(input: Float32Array): Float32Array {
    this.#append(input);
    const taps = this.#taps;
    const buffer = this.#buffer;
    const phases = this.#phases;
    const ready = this.#filled - taps;
    const up = this.#up;
    const down = this.#down;
    const room = Math.max(0, Math.ceil(((ready - this.#at + 1) * up) / down) + 1);
    const output = new Float32Array(room);
    let count = 0;
    let at = this.#at;
    let phase = this.#phase;
    while (at <= ready) {
      const row = phase * taps;
      // Four sums side by side: one alone would wait for each addition before the next.
      let a = 0;
      let b = 0;
      let c = 0;
      let d = 0;
      for (let i = 0; i < taps; i += 4) {
        a += buffer[at + i] * phases[row + i];
        b += buffer[at + i + 1] * phases[row + i + 1];
        c += buffer[at + i + 2] * phases[row + i + 2];
        d += buffer[at + i + 3] * phases[row + i + 3];
      }
      output[count++] = a + b + (c + d);
      phase += down;
      while (phase >= up) {
        phase -= up;
        at++;
      }
    }
    this.#phase = phase;
    const keepFrom = Math.min(at, this.#filled);
    buffer.copyWithin(0, keepFrom, this.#filled);
    this.#filled -= keepFrom;
    this.#at = at - keepFrom;
    return output.subarray(0, count);
  }

  /** The last samples, with silence after the end. */
  finish(): Float32Array {
    return this.push(new Float32Array(this.#half));
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

function buildPhases(up: number, half: number, cutoff: number): Float64Array {
  const taps = 2 * half;
  const phases = new Float64Array(up * taps);
  for (let phase = 0; phase < up; phase++) {
    let sum = 0;
    for (let i = 0; i < taps; i++) {
      // Distance in input samples from the point where the output sample lies.
      const distance = i - (half - 1) - phase / up;
      const x = distance / half;
      const window = x <= -1 || x >= 1 ? 0 : bessel(KAISER_BETA * Math.sqrt(1 - x * x)) / bessel(KAISER_BETA);
      const angle = Math.PI * cutoff * distance;
      const value = (angle === 0 ? 1 : Math.sin(angle) / angle) * window;
      phases[phase * taps + i] = value;
      sum += value;
    }
    // Each phase sums to one, so that a constant stays exactly that constant.
    for (let i = 0; i < taps; i++) phases[phase * taps + i] /= sum;
  }
  return phases;
}

/** Modified Bessel function of the first kind, order zero, by its power series. */
function bessel(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > 1e-12 * sum; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** The cheapest way from one rate to the other. */
export function makeResampler(fromRate: number, toRate: number): Resampler | RateHalver {
  return fromRate === 2 * toRate ? new RateHalver() : new Resampler(fromRate, toRate);
}
