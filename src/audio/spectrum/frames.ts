/**
 * One short-time Fourier transform shared by every measure that needs one. It holds no spectrogram: each frame's
 * magnitudes are handed to all sinks in turn, in a buffer that is reused, so memory does not grow with the track.
 */
import { RealFft } from '../kernels/real-fft.ts';

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
  const fft = new RealFft(hannWindow(size));
  const edge = new Float32Array(size);
  const count = Math.ceil(samples.length / hop);
  for (let index = 0; index < count; index++) {
    const from = index * hop - size / 2;
    const inside = from >= 0 && from + size <= samples.length;
    if (!inside) copyPadded(samples, from, edge);
    const magnitude = inside ? fft.magnitudes(samples, from) : fft.magnitudes(edge, 0);
    for (const sink of sinks) sink.frame(index, magnitude);
  }
  return count;
}

/** The samples from `from` on, with silence where the signal has not begun or has ended. */
function copyPadded(samples: Float32Array, from: number, to: Float32Array): void {
  to.fill(0);
  to.set(samples.subarray(Math.max(0, from), Math.max(0, from + to.length)), Math.max(0, -from));
}

export function hannWindow(size: number): Float32Array {
  const window = new Float32Array(size);
  for (let i = 0; i < size; i++) window[i] = 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size);
  return window;
}
