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
  const padded = new Float32Array(samples.length + 2 * REACH);
  padded.set(samples, REACH);
  for (let j = 0; j < out.length; j++) {
    const centre = j * FACTOR + REACH;
    let sum = padded[centre] * kernel[0];
    // The kernel is symmetric: one multiplication serves two samples.
    for (let i = 1; i <= REACH; i++) sum += (padded[centre - i] + padded[centre + i]) * kernel[i];
    out[j] = sum;
  }
  return out;
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
