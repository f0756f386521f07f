/**
 * One short-time Fourier transform shared by every measure that needs one. It holds no spectrogram: each frame's
 * magnitudes are handed to all sinks in turn, in a buffer that is reused, so memory does not grow with the track.
 */
import FFT from 'fft.js';

export interface FrameSink {
  /** `magnitude` has `size / 2 + 1` values and is only valid during the call. */
  frame(index: number, magnitude: Float32Array): void;
}

export interface FrameShape {
  /** Window length in samples, a power of two. */
  size: number;
  hop: number;
}

/** Frames are centred: frame i looks at samples around i * hop, the signal being padded with silence. */
export function runFrames(
  samples: Float32Array,
  { size, hop }: FrameShape,
  sinks: readonly FrameSink[],
): number {
  const fft = new FFT(size);
  const window = hannWindow(size);
  const input = new Array<number>(size).fill(0);
  const output = fft.createComplexArray();
  const bins = size / 2 + 1;
  const magnitude = new Float32Array(bins);
  const count = Math.ceil(samples.length / hop);
  for (let index = 0; index < count; index++) {
    const from = index * hop - size / 2;
    for (let i = 0; i < size; i++) {
      const at = from + i;
      input[i] = at >= 0 && at < samples.length ? samples[at] * window[i] : 0;
    }
    fft.realTransform(output, input);
    for (let k = 0; k < bins; k++) {
      const re = output[2 * k];
      const im = output[2 * k + 1];
      magnitude[k] = Math.sqrt(re * re + im * im);
    }
    for (const sink of sinks) sink.frame(index, magnitude);
  }
  return count;
}

export function hannWindow(size: number): Float32Array {
  const window = new Float32Array(size);
  for (let i = 0; i < size; i++) window[i] = 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size);
  return window;
}
