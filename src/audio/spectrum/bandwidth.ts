/**
 * Where the sound ends in frequency, if it ends at a wall: encoders cut everything above a frequency off, and a recording
 * made larger from a lower sample rate has nothing above half of that. Music itself fades towards the treble.
 */
import { RealFft } from '../kernels/real-fft.ts';
import { round } from '../round.ts';
import { hannWindow } from './frames.ts';

const SIZE = 4096;
/** One window of so many samples is looked at: enough for a mean, at a fraction of the work. */
const EVERY = 4 * SIZE;
/** Walls are looked for from here on, Hz: below, instruments may well end. */
const LOWEST = 10_000;
/** The bands on either side of a wall, Hz from it. A filter takes some hundred to close. */
const BELOW = [-1200, -200] as const;
const ABOVE = [250, 1250] as const;
/** Room that must be left above for a wall to be seen, Hz. */
const LEAST_ABOVE = 400;
/** How far the sound falls at a wall, dB. Music falls by less than 10 over the same distance. */
const FALL_DB = 20;
/** Where the search ends, Hz: what a recording at 48 kHz can hold. Above, converters mirror what they could not keep out. */
const HIGHEST = 24_300;
/**
 * Of the spectrum's mean, dB: a little below what the noise of 16 bits leaves in a bin. Further down filters fall steeply as
 * well, towards the top of their rate, and nobody hears it.
 */
const NOTHING_DB = -140;

export class BandwidthMeter {
  readonly #fft = new RealFft(hannWindow(SIZE));
  readonly #power = new Float64Array(SIZE / 2 + 1);
  readonly #window = new Float32Array(SIZE);
  readonly #rate: number;
  #filled = 0;
  #skip = 0;
  #windows = 0;

  constructor(rate: number) {
    this.#rate = rate;
  }

  /** Windows are taken from the channels in turn: their mean would hide what they do not share. */
  push(channels: readonly Float32Array[]): void {
    const samples = channels[this.#windows % channels.length];
    for (let at = 0; at < samples.length; ) {
      if (this.#skip > 0) {
        const passed = Math.min(this.#skip, samples.length - at);
        this.#skip -= passed;
        at += passed;
        continue;
      }
      const part = samples.subarray(at, at + SIZE - this.#filled);
      this.#window.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === SIZE) this.#close();
    }
  }

  #close(): void {
    const magnitudes = this.#fft.magnitudes(this.#window, 0);
    for (let bin = 0; bin < magnitudes.length; bin++) this.#power[bin] += magnitudes[bin] ** 2;
    this.#windows++;
    this.#filled = 0;
    this.#skip = EVERY - SIZE;
  }

  /** Hz, to 100; null when the sound fades, or reaches the top. */
  finish(): number | null {
    if (this.#windows === 0) return null;
    const scale = this.#windows * SIZE * SIZE;
    const levels = Array.from(this.#power, (sum) => Math.max(NOTHING_DB, 10 * Math.log10(sum / scale)));
    return findWall(levels, this.#rate);
  }
}

function findWall(levels: readonly number[], rate: number): number | null {
  const perHz = SIZE / rate;
  const top = (0.99 * rate) / 2;
  const mean = (from: number, to: number) => {
    const [first, last] = [Math.round(from * perHz), Math.round(Math.min(to, top) * perHz)];
    let sum = 0;
    for (let bin = first; bin <= last; bin++) sum += levels[bin];
    return sum / (last - first + 1);
  };
  let wall: number | null = null;
  let deepest = FALL_DB;
  for (let hz = LOWEST; hz < Math.min(HIGHEST, top - LEAST_ABOVE - ABOVE[0]); hz += 50) {
    const below = mean(hz + BELOW[0], hz + BELOW[1]);
    const fall = below - mean(hz + ABOVE[0], hz + ABOVE[1]);
    // What comes back further up was a gap.
    if (fall <= deepest || below - mean(hz + ABOVE[0], top) < FALL_DB) continue;
    [wall, deepest] = [hz, fall];
  }
  return wall === null ? null : round(wall / 100, 0) * 100;
}
