/** A quarter of the sample rate, for pitch: all fundamentals and first harmonics at a quarter of the work. */
import { assembleFir, startFir, type Tap } from '../kernels/fir-kernel.ts';
import { ANALYSIS_RATE } from './rates.ts';

const FACTOR = 4;
/** Hz. */
export const PITCH_RATE = ANALYSIS_RATE / FACTOR;
/** Taps on each side of the windowed-sinc low-pass; its -6 dB point in Hz keeps aliases out below 2.2 kHz. */
const REACH = 28;
const CUTOFF_HZ = 2400;
/** Output samples worked on at once, few enough to stay in a near cache. */
const BLOCK = 1024;

/** Where floats, even and odd samples, the four rows, weights and the output lie in the kernel's memory, in bytes. */
const ROW = 8 * (BLOCK + REACH);
const EVEN = 2 * ROW;
const ODD = EVEN + 2 * ROW;
const ROWS = [0, 1, 2, 3].map((row) => ODD + (2 + row) * ROW);
const WEIGHTS = ODD + 6 * ROW;
const OUT = WEIGHTS + 8 * (REACH + 1) + 8;

/** Every fourth sample is in the same row; an output's own place is that of the first sample it reaches back to. */
const tapAt = (distance: number): Tap => ({
  row: (REACH + distance) % FACTOR,
  place: Math.floor((REACH + distance) / FACTOR),
});

let assembled: WebAssembly.Module | undefined;
const assembleDecimator = () =>
  assembleFir(FACTOR, {
    centre: tapAt(0),
    pairs: Array.from({ length: REACH }, (_, i) => [tapAt(-i - 1), tapAt(i + 1)]),
  });

/** Beyond the ends of the track there is silence. */
export function decimate(samples: Float32Array): Float32Array {
  assembled ??= assembleDecimator();
  const { memory, deal, dealAgain, filter } = startFir(assembled);
  const input = new Float32Array(memory.buffer, 0, FACTOR * BLOCK + 2 * REACH);
  new Float64Array(memory.buffer, WEIGHTS, REACH + 1).set(lowPass());
  const made = new Float32Array(memory.buffer, OUT, BLOCK);
  const out = new Float32Array(Math.floor(samples.length / FACTOR));
  for (let at = 0; at < out.length; at += BLOCK) {
    const from = FACTOR * at - REACH;
    input.fill(0);
    input.set(samples.subarray(Math.max(0, from), from + input.length), Math.max(0, -from));
    deal(0, EVEN, ODD, 4 * input.length);
    dealAgain(EVEN, ROWS[0], ROWS[2], 2 * input.length);
    dealAgain(ODD, ROWS[1], ROWS[3], 2 * input.length);
    filter(...ROWS, WEIGHTS, OUT, 8 * BLOCK);
    out.set(made.subarray(0, out.length - at), at);
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
