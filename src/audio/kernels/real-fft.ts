/**
 * Magnitudes of the Fourier transform of real samples under a window. Pairs of samples are taken as complex numbers,
 * which halves the transform, and its result is unpacked.
 */
import { ComplexFft } from './complex-fft.ts';

export class RealFft {
  readonly #fft: ComplexFft;
  readonly #samples: Float32Array;
  readonly #window: Float32Array;
  readonly #cos: Float64Array;
  readonly #sin: Float64Array;
  readonly #magnitudes: Float32Array;

  /** As many samples as the window has: a power of two, 16 to 4,096. */
  constructor(window: Float32Array) {
    const size = window.length / 2;
    const fft = new ComplexFft(size);
    this.#fft = fft;
    this.#samples = fft.floats(new Float32Array(window.length));
    this.#window = fft.floats(window);
    const turn = (f: (angle: number) => number) =>
      fft.doubles(Float64Array.from({ length: size / 2 + 1 }, (_, k) => f((Math.PI * k) / size)));
    this.#cos = turn(Math.cos);
    this.#sin = turn(Math.sin);
    this.#magnitudes = fft.floats(new Float32Array(size + 1));
  }

  /** Magnitudes of `samples[from ... from + size)`: size / 2 + 1 of them, valid until the next call. */
  magnitudes(samples: Float32Array, from: number): Float32Array {
    const { kernel, re, im } = this.#fft;
    const size = re.length;
    this.#samples.set(samples.subarray(from, from + 2 * size));
    kernel.windowed(
      this.#samples.byteOffset,
      this.#window.byteOffset,
      re.byteOffset,
      im.byteOffset,
      re.byteLength,
    );
    const [toRe, toIm] = this.#fft.transform();
    const { byteOffset } = this.#magnitudes;
    kernel.unpack(
      toRe.byteOffset,
      toIm.byteOffset,
      this.#cos.byteOffset,
      this.#sin.byteOffset,
      byteOffset,
      re.byteLength,
    );
    const [first, second] = [toRe[0], toIm[0]];
    this.#magnitudes[0] = Math.abs(first + second);
    this.#magnitudes[size] = Math.abs(first - second);
    return this.#magnitudes;
  }
}
