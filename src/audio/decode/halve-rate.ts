/**
 * Halves the sample rate of one channel, chunk by chunk. A half-band filter does it at a quarter of the work of the
 * general resampler: every second coefficient is zero and the rest are symmetric. 44.1 kHz to 22.05 kHz, the case of
 * nearly every track, comes here.
 */
import { assembleFir, startFir } from '../kernels/fir-kernel.ts';

/** Pairs of coefficients: stop band below -60 dB from 0.57 of the old Nyquist frequency. */
const PAIRS = 14;
const TAPS = 4 * PAIRS - 1;
const CENTRE = 2 * PAIRS - 1;
/** Samples worked on at once, few enough to stay in the nearest cache. */
const BLOCK = 4096;

/** Where floats, both rows of doubles, weights and the output lie in the kernel's memory, in bytes. */
const EVEN = 4 * BLOCK;
const ODD = EVEN + 4 * BLOCK + 256;
const WEIGHTS = ODD + 4 * BLOCK + 256;
const OUT = WEIGHTS + 256;

let assembled: WebAssembly.Module | undefined;
/** All samples but the middle one are on even places. */
const assembleHalver = () =>
  assembleFir(2, {
    centre: { row: 1, place: (CENTRE - 1) / 2 },
    pairs: Array.from({ length: PAIRS }, (_, i) => [
      { row: 0, place: i },
      { row: 0, place: CENTRE - i },
    ]),
  });

export class RateHalver {
  readonly #kernel;
  readonly #input: Float32Array;
  readonly #output: Float32Array;
  /** Silence in front puts output sample 0 exactly on input sample 0. */
  #filled = CENTRE;

  constructor() {
    assembled ??= assembleHalver();
    this.#kernel = startFir(assembled);
    const { buffer } = this.#kernel.memory;
    this.#input = new Float32Array(buffer, 0, BLOCK);
    this.#output = new Float32Array(buffer, OUT, BLOCK / 2);
    new Float64Array(buffer, WEIGHTS, PAIRS + 1).set([0.5, ...designHalfBand()]);
  }

  /** The output samples that the input so far decides. The array is new; the input may be reused. */
  push(input: Float32Array): Float32Array {
    const output = new Float32Array(countOutputs(this.#filled + input.length));
    let made = 0;
    for (let at = 0; at < input.length; ) {
      const part = input.subarray(at, at + BLOCK - this.#filled);
      this.#input.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      made += this.#work(output, made);
    }
    return output;
  }

  /** Filters what is there and keeps what later outputs still need. */
  #work(output: Float32Array, at: number): number {
    const count = countOutputs(this.#filled);
    if (count === 0) return 0;
    const { deal, filter } = this.#kernel;
    deal(0, EVEN, ODD, 4 * this.#filled);
    filter(EVEN, ODD, WEIGHTS, OUT, 8 * count);
    output.set(this.#output.subarray(0, count), at);
    this.#input.copyWithin(0, 2 * count, this.#filled);
    this.#filled -= 2 * count;
    return count;
  }

  /** The last samples, with silence after the end. */
  finish(): Float32Array {
    return this.push(new Float32Array(CENTRE));
  }
}

const countOutputs = (samples: number): number => Math.max(0, Math.floor((samples - TAPS) / 2) + 1);

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
