/**
 * Pitch glides: do the partials between 500 Hz and 3 kHz move together from frame to frame? Voices slide and waver all
 * the time, most instruments hold their pitch (the idea of the 'fluctogram': Sonnleitner et al., DAFx 2012; Lehner et
 * al., ICASSP 2014). On a logarithmic axis a slide moves all partials by the same step, so neighbouring spectra are
 * compared shifted against each other, in four overlapping bands that must agree.
 */

import { ANALYSIS_RATE, FRAME } from '../decode/rates.ts';
import type { FrameSink } from '../spectrum/frames.ts';

const LOWEST_HZ = 500;
/** Cents between points of the logarithmic spectrum; 156 of them reach to 3 kHz. */
const STEP_CENTS = 20;
const POINTS = 156;
/** Points a band is wide (an octave) and bands lie apart. */
const BAND = 60;
const BAND_STEP = 24;
/** Points a spectrum is shifted at most: a semitone per frame, 43 a second. */
const MAX_SHIFT = 5;
/** Correlation from which two spectra are the same one, shifted. */
const ALIKE = 0.6;
/** Bands that must shift the same way. */
const AGREEING = 3;

const BAND_STARTS: readonly number[] = Array.from(
  { length: Math.floor((POINTS - BAND - 2 * MAX_SHIFT) / BAND_STEP) + 1 },
  (_, band) => MAX_SHIFT + band * BAND_STEP,
);
/** Where each point lies, in bins of the transform: the bin below, and how far on towards the next. */
const POSITIONS = Float64Array.from(
  { length: POINTS },
  (_, i) => (LOWEST_HZ * 2 ** ((i * STEP_CENTS) / 1200) * FRAME.size) / ANALYSIS_RATE,
);
const BINS = Int32Array.from(POSITIONS);
const PARTS = POSITIONS.map((position, i) => position - BINS[i]);

export class GlideSink implements FrameSink {
  #previous = new Float64Array(POINTS);
  #current = new Float64Array(POINTS);
  /** Running sums of the previous spectrum and of its squares. */
  readonly #sums = new Float64Array(POINTS + 1);
  readonly #squares = new Float64Array(POINTS + 1);
  readonly #glides: number[] = [];

  frame(_index: number, magnitude: Float32Array): void {
    [this.#previous, this.#current] = [this.#current, this.#previous];
    readPoints(magnitude, this.#current);
    addUp(this.#previous, this.#sums, this.#squares);
    let up = 0;
    let down = 0;
    for (const start of BAND_STARTS) {
      const shift = this.#bestShift(start);
      if (shift > 0) up++;
      else if (shift < 0) down++;
    }
    this.#glides.push(Math.max(up, down) >= AGREEING ? 1 : 0);
  }

  /** Points by which the band moved since the frame before; 0 when it stayed, changed altogether, or moved too far. */
  #bestShift(start: number): number {
    const current = this.#current;
    const previous = this.#previous;
    let sum = 0;
    let squares = 0;
    for (let i = start; i < start + BAND; i++) {
      sum += current[i];
      squares += current[i] * current[i];
    }
    const variance = squares - (sum * sum) / BAND;
    let best = ALIKE;
    let bestShift = 0;
    for (let shift = -MAX_SHIFT; shift <= MAX_SHIFT; shift++) {
      const from = start - shift;
      const otherSum = this.#sums[from + BAND] - this.#sums[from];
      const otherSquares = this.#squares[from + BAND] - this.#squares[from];
      const scale = variance * (otherSquares - (otherSum * otherSum) / BAND);
      if (!(scale > 1e-18)) continue;
      const likeness =
        (multiply(current, start, previous, from) - (sum * otherSum) / BAND) / Math.sqrt(scale);
      if (likeness > best) {
        best = likeness;
        bestShift = shift;
      }
    }
    return Math.abs(bestShift) === MAX_SHIFT ? 0 : bestShift;
  }

  /** 1 for each frame in which the partials glide, else 0. */
  finish(): Uint8Array {
    return Uint8Array.from(this.#glides);
  }
}

function readPoints(magnitude: Float32Array, points: Float64Array): void {
  for (let i = 0; i < POINTS; i++) {
    const bin = BINS[i];
    const part = PARTS[i];
    // Square roots, so that weak partials count beside strong ones.
    points[i] = Math.sqrt(magnitude[bin] * (1 - part) + magnitude[bin + 1] * part);
  }
}

function addUp(points: Float64Array, sums: Float64Array, squares: Float64Array): void {
  let sum = 0;
  let square = 0;
  for (let i = 0; i < POINTS; i++) {
    sum += points[i];
    square += points[i] * points[i];
    sums[i + 1] = sum;
    squares[i + 1] = square;
  }
}

/** Sum of the products of two bands; four sums side by side, since one would wait for itself. */
function multiply(one: Float64Array, at: number, other: Float64Array, from: number): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let i = 0; i < BAND; i += 4) {
    a += one[at + i] * other[from + i];
    b += one[at + i + 1] * other[from + i + 1];
    c += one[at + i + 2] * other[from + i + 2];
    d += one[at + i + 3] * other[from + i + 3];
  }
  return a + b + (c + d);
}
