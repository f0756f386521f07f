/**
 * Changes the sample rate of one channel, chunk by chunk: a windowed-sinc low-pass in polyphase form (the ratio is
 * reduced to up / down, and each output sample is one short dot product with the phase it falls on).
 */

import { type ResampleKernel, startResample } from '../kernels/resample-kernel.ts';
import { RateHalver } from './halve-rate.ts';

/** Zero crossings of the sinc on each side. 16 with this window: pass band to 0.9 of Nyquist, stop band below -80 dB. */
const ZEROS = 16;
/** Kaiser window shape for about 80 dB (Kaiser 1974). */
const KAISER_BETA = 7.9;
/** Cut-off as a share of the lower Nyquist frequency, leaving room for the filter's slope. */
const CUTOFF = 0.92;

/** Samples worked on at once. */
const BLOCK = 4096;

export class Resampler {
  readonly #up: number;
  readonly #down: number;
  readonly #half: number;
  readonly #kernel: ResampleKernel;
  /** One row of coefficients for each phase. In doubles, as the samples. */
  readonly #phases: Float64Array;
  readonly #buffer: Float64Array;
  readonly #output: Float32Array;
  #filled: number;
  /** Where in the buffer, and on which phase, the next output sample starts. */
  #at = 0;
  #phase = 0;

  constructor(fromRate: number, toRate: number) {
    const divisor = greatestCommonDivisor(fromRate, toRate);
    this.#up = toRate / divisor;
    this.#down = fromRate / divisor;
    const cutoff = CUTOFF * Math.min(1, toRate / fromRate);
    // Even, so that the taps are a multiple of four.
    this.#half = 2 * Math.ceil(ZEROS / cutoff / 2);
    const phases = buildPhases(this.#up, this.#half, cutoff);
    const room = BLOCK + Math.max(2 * this.#half, Math.ceil(this.#down / this.#up));
    const outputs = Math.ceil((room * this.#up) / this.#down) + 1;
    this.#kernel = startResample(8 * (phases.length + room) + 4 * outputs);
    const { buffer } = this.#kernel.memory;
    this.#phases = new Float64Array(buffer, 0, phases.length);
    this.#phases.set(phases);
    this.#buffer = new Float64Array(buffer, phases.byteLength, room);
    this.#output = new Float32Array(buffer, phases.byteLength + 8 * room, outputs);
    // Half a filter of silence in front puts output sample 0 exactly on input sample 0.
    this.#filled = this.#half - 1;
  }

  /** The output samples that the input so far decides. The array is new; the input may be reused. */
  push(input: Float32Array): Float32Array {
    const output = new Float32Array(this.#countOutputs(this.#filled + input.length));
    let made = 0;
    for (let at = 0; at < input.length; ) {
      const part = input.subarray(at, at + this.#buffer.length - this.#filled);
      this.#buffer.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      made += this.#work(output, made);
    }
    return output;
  }

  /** Those that begin where a whole filter still fits in. */
  #countOutputs(filled: number): number {
    const steps = (filled - 2 * this.#half - this.#at + 1) * this.#up - this.#phase;
    return Math.max(0, Math.ceil(steps / this.#down));
  }

  /** Filters what is there and keeps what later outputs still need. */
  #work(output: Float32Array, made: number): number {
    const [up, down] = [this.#up, this.#down];
    const count = this.#countOutputs(this.#filled);
    if (count > 0) {
      this.#kernel.resample(
        this.#buffer.byteOffset + 8 * this.#at,
        0,
        this.#phase,
        down % up,
        8 * Math.floor(down / up),
        up,
        16 * this.#half,
        this.#output.byteOffset,
        4 * count,
      );
      output.set(this.#output.subarray(0, count), made);
      const phase = this.#phase + count * down;
      this.#phase = phase % up;
      this.#at += Math.floor(phase / up);
    }
    const keepFrom = Math.min(this.#at, this.#filled);
    this.#buffer.copyWithin(0, keepFrom, this.#filled);
    this.#filled -= keepFrom;
    this.#at -= keepFrom;
    return count;
  }

  /** The last samples, with silence after the end. */
  finish(): Float32Array {
    return this.push(new Float32Array(this.#half));
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
