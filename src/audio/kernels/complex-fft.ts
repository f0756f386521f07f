/**
 * The Fourier transform of complex numbers, their real and imaginary parts apart. The loops are in fft-kernel.ts; here are
 * their tables, in the same memory as what they work on: an array's `byteOffset` is its address.
 */
import { type FftKernel, makeFftKernel } from './fft-kernel.ts';

export class ComplexFft {
  readonly kernel: FftKernel = makeFftKernel();
  /** What is transformed; overwritten by it. */
  readonly re: Float64Array;
  readonly im: Float64Array;
  readonly #otherRe: Float64Array;
  readonly #otherIm: Float64Array;
  readonly #first: Float64Array;
  /** Twiddle factors of each radix-4 step after the first. */
  readonly #steps: readonly Float64Array[];
  /** Bytes taken of the kernel's memory so far. */
  #taken = 0;

  /** As many complex numbers: a power of two, 8 to 2,048. */
  constructor(size: number) {
    const part = () => this.doubles(new Float64Array(size));
    [this.re, this.im, this.#otherRe, this.#otherIm] = [part(), part(), part(), part()];
    this.#first = this.doubles(firstTwiddles(size));
    const steps: Float64Array[] = [];
    for (let length = size / 4; length >= 4; length /= 4) steps.push(this.doubles(twiddles(length)));
    this.#steps = steps;
  }

  floats(values: Float32Array): Float32Array {
    const room = new Float32Array(this.kernel.memory.buffer, this.#take(4 * values.length), values.length);
    room.set(values);
    return room;
  }

  doubles(values: Float64Array): Float64Array {
    const room = new Float64Array(this.kernel.memory.buffer, this.#take(8 * values.length), values.length);
    room.set(values);
    return room;
  }

  #take(bytes: number): number {
    const at = this.#taken;
    this.#taken += Math.ceil(bytes / 16) * 16;
    return at;
  }

  /** Real and imaginary parts of the transform, valid until the next one. */
  transform(): [Float64Array, Float64Array] {
    const { firstStep, step, lastPair } = this.kernel;
    const bytes = this.re.byteLength;
    let [re, im, toRe, toIm] = [this.re, this.im, this.#otherRe, this.#otherIm];
    const turn = () => {
      [re, im, toRe, toIm] = [toRe, toIm, re, im];
    };
    firstStep(
      re.byteOffset,
      im.byteOffset,
      toRe.byteOffset,
      toIm.byteOffset,
      this.#first.byteOffset,
      bytes / 4,
    );
    let stride = 4;
    for (const { byteOffset } of this.#steps) {
      turn();
      step(re.byteOffset, im.byteOffset, toRe.byteOffset, toIm.byteOffset, byteOffset, bytes / 4, 8 * stride);
      stride *= 4;
    }
    if (stride < this.re.length) {
      turn();
      lastPair(re.byteOffset, im.byteOffset, toRe.byteOffset, toIm.byteOffset, bytes / 2);
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
