/** A quarter of the sample rate, for pitch: all fundamentals and first harmonics at a quarter of the work. */
import { ANALYSIS_RATE } from './rates.ts';

const FACTOR = 4;
/** Hz. */
export const PITCH_RATE = ANALYSIS_RATE / FACTOR;
/** Taps on each side of the windowed-sinc low-pass; its -6 dB point in Hz keeps aliases out below 2.2 kHz. */
const REACH = 28;
const CUTOFF_HZ = 2400;

export function decimate(samples: Float32Array): Float32Array {
  const kernel = lowPass();
  const out = new Float32Array(Math.floor(samples.length / FACTOR));
  const inside = Math.max(0, Math.ceil((samples.length - REACH) / FACTOR));
  const first = Math.min(Math.ceil(REACH / FACTOR), out.length);
  for (let j = 0; j < first; j++) out[j] = filterAtEdge(samples, j * FACTOR, kernel);
  for (let j = first; j < Math.min(inside, out.length); j++) out[j] = filterAt(samples, j * FACTOR, kernel);
  for (let j = Math.max(first, inside); j < out.length; j++)
    out[j] = filterAtEdge(samples, j * FACTOR, kernel);
  return out;
}

/** The kernel is symmetric: one multiplication serves two samples. */
function filterAt(samples: Float32Array, centre: number, kernel: Float64Array): number {
  let a = samples[centre] * kernel[0];
  let b = 0;
  for (let i = 1; i < REACH; i += 2) {
    a += (samples[centre - i] + samples[centre + i]) * kernel[i];
    b += (samples[centre - i - 1] + samples[centre + i + 1]) * kernel[i + 1];
  }
  return a + b;
}

/** The same where the kernel reaches over an end of the track, beyond which there is silence. */
function filterAtEdge(samples: Float32Array, centre: number, kernel: Float64Array): number {
  let sum = samples[centre] * kernel[0];
  for (let i = 1; i <= REACH; i++)
    sum += ((samples[centre - i] ?? 0) + (samples[centre + i] ?? 0)) * kernel[i];
  return sum;
}

/** The right half of a sinc under a Hann window, gain 1 at 0 Hz. */
function lowPass(): Float64Array {
  const kernel = new Float64Array(REACH + 1);
  let sum = 0;
  for (let i = 0; i <= REACH; i++) {
    const x = (2 * Math.PI * CUTOFF_HZ * i) / ANALYSIS_RATE;
    const sinc = i === 0 ? 1 : Math.sin(x) / x;
    kernel[i] = sinc * (0.5 + 0.5 * Math.cos((Math.PI * i) / (REACH + 1)));
    sum += i === 0 ? kernel[i] : 2 * kernel[i];
  }
  return kernel.map((v) => v / sum);
}
