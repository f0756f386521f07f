/**
 * Magnitudes of the Fourier transform of real samples under a window. Pairs of samples are taken as complex numbers,
 * which halves the transform, and its result is unpacked. The loops are in fft-kernel.ts; here are their tables.
 */
import { type FftKernel, makeFftKernel } from './fft-kernel.ts';

export class RealFft {
  readonly #kernel: FftKernel = makeFftKernel();
  readonly #memory = new Float64Array(this.#kernel.memory.buffer);
  /** Complex numbers in the transform. */
  readonly #size: number;
  /** Bytes taken of the kernel's memory so far. */
  #taken = 0;
  readonly #samples: Float32Array;
  readonly #samplesAt: number;
  readonly #windowAt: number;
  /** Where real and imaginary parts are, and where the next step puts them. */
  readonly #parts: readonly [number, number, number, number];
  readonly #firstAt: number;
  /** Address of the twiddle factors of each radix-4 step after the first. */
  readonly #steps: readonly number[];
  readonly #cosAt: number;
  readonly #sinAt: number;
  readonly #magnitudes: Float32Array;
  readonly #magnitudesAt: number;

  /** As many samples as the window has: a power of two, 16 to 4,096. */
  constructor(window: Float32Array) {
    const size = window.length / 2;
    this.#size = size;
    [this.#samples, this.#samplesAt] = this.#floats(2 * size);
    this.#windowAt = this.#place(window);
    const part = () => this.#doubles(new Float64Array(size));
    this.#parts = [part(), part(), part(), part()];
    this.#firstAt = this.#doubles(firstTwiddles(size));
    const steps: number[] = [];
    for (let length = size / 4; length >= 4; length /= 4) steps.push(this.#doubles(twiddles(length)));
    this.#steps = steps;
    const turn = (f: (angle: number) => number) =>
      this.#doubles(Float64Array.from({ length: size / 2 + 1 }, (_, k) => f((Math.PI * k) / size)));
    this.#cosAt = turn(Math.cos);
    this.#sinAt = turn(Math.sin);
    [this.#magnitudes, this.#magnitudesAt] = this.#floats(size + 1);
  }

  #floats(length: number): [Float32Array, number] {
    const at = this.#taken;
    this.#taken += Math.ceil(length / 4) * 16;
    return [new Float32Array(this.#kernel.memory.buffer, at, length), at];
  }

  #place(values: Float32Array): number {
    const [room, at] = this.#floats(values.length);
    room.set(values);
    return at;
  }

  #doubles(values: Float64Array): number {
    const at = this.#taken;
    this.#taken += Math.ceil(values.length / 2) * 16;
    new Float64Array(this.#kernel.memory.buffer, at, values.length).set(values);
    return at;
  }

  /** Magnitudes of `samples[from ... from + size)`: size / 2 + 1 of them, valid until the next call. */
  magnitudes(samples: Float32Array, from: number): Float32Array {
    const size = this.#size;
    this.#samples.set(samples.subarray(from, from + 2 * size));
    const [re, im] = this.#transform();
    this.#kernel.unpack(re, im, this.#cosAt, this.#sinAt, this.#magnitudesAt, 8 * size);
    const first = this.#memory[re / 8];
    const second = this.#memory[im / 8];
    this.#magnitudes[0] = Math.abs(first + second);
    this.#magnitudes[size] = Math.abs(first - second);
    return this.#magnitudes;
  }

  /** Returns where real and imaginary parts of the result are. */
  #transform(): [number, number] {
    const { windowed, firstStep, step, lastPair } = this.#kernel;
    const bytes = 8 * this.#size;
    let [re, im, toRe, toIm] = this.#parts;
    windowed(this.#samplesAt, this.#windowAt, re, im, bytes);
    firstStep(re, im, toRe, toIm, this.#firstAt, bytes / 4);
    let stride = 4;
    for (const at of this.#steps) {
      [re, im, toRe, toIm] = [toRe, toIm, re, im];
      step(re, im, toRe, toIm, at, bytes / 4, 8 * stride);
      stride *= 4;
    }
    if (stride < this.#size) {
      [re, im, toRe, toIm] = [toRe, toIm, re, im];
      lastPair(re, im, toRe, toIm, bytes / 2);
    }
    return [toRe, toIm];
  }
}

/** Powers one to three of the first root of unity, `index` times: what the butterfly's results are turned by. */
function factors(index: number, length: number): number[] {
  return [1, 2, 3].flatMap((power) => {
    const angle = (-2 * Math.PI * ((power * index) % length)) / length;
    return [Math.cos(angle), Math.sin(angle)];
  });
}

/** Six numbers a butterfly. */
function twiddles(length: number): Float64Array {
  return Float64Array.from(Array.from({ length: length / 4 }, (_, p) => factors(p, length)).flat());
}

/** The same, but first all first numbers, then all second ones, and so on. */
function firstTwiddles(length: number): Float64Array {
  const quarter = length / 4;
  const all = twiddles(length);
  return Float64Array.from(
    { length: all.length },
    (_, i) => all[(i % quarter) * 6 + Math.floor(i / quarter)],
  );
}
