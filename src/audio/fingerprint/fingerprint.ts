/**
 * The acoustic fingerprint of a recording: where its spectrum peaks in time and frequency (the constellation of Wang,
 * "An industrial-strength audio search algorithm", ISMIR 2003). Which points are the highest of their neighbourhood
 * does not change with gain, another bit rate, another sample rate or a mono mix, and moves as a whole when the start is
 * cut off or silence is put in front.
 */

import { FRAME_RATE } from '../decode/rates.ts';
import type { FrameSink } from '../spectrum/frames.ts';

/** Raised when the same sound would give other points: fingerprints are compared within one version only. */
export const FINGERPRINT_VERSION = 1;

/** Bins of the shared spectrum, 10.8 Hz each: 172 Hz to 4.3 kHz, which any bit rate keeps. */
const LOW_BIN = 16;
const HIGH_BIN = 400;
const WIDTH = HIGH_BIN - LOW_BIN;
/** A point is the highest within this many bins and frames to each side: 151 Hz and 139 ms. */
const REACH_BINS = 14;
const REACH_FRAMES = 6;
const ROWS = 2 * REACH_FRAMES + 1;
/**
 * A held note is as loud at its end as at its start, and chance would say where its highest point is. So what was nearly
 * as loud (1.4 dB) a moment before is the same sound, and what gets hardly louder a moment later too: points mark the
 * beginning of sounds.
 */
const HELD = 0.85;
/** A point this far under the loudest within a second is the codec's noise as likely as music (-40 dB). */
const LOCAL_FLOOR = 0.01;
const LOCAL_FRAMES = Math.round(FRAME_RATE);
/** And this far under the track's own loud frames it is silence (-50 dB). */
const TRACK_FLOOR = 0.003;
/** The loud frames: this share of all is quieter. */
const LOUD_QUANTILE = 0.9;

export interface Fingerprint {
  /** Frame of each point, 43 a second, never falling. */
  frames: Int32Array;
  /** Its frequency in half bins of the shared spectrum (5.4 Hz each), from the lowest bin up. */
  pitches: Uint16Array;
}

interface Row {
  magnitude: Float32Array;
  /** The highest within REACH_BINS of each bin. */
  highest: Float32Array;
}

/** To be run over the mono signal with the shared frame shape. */
export class FingerprintSink implements FrameSink {
  readonly #rows: Row[] = Array.from({ length: ROWS }, () => ({
    magnitude: new Float32Array(WIDTH),
    highest: new Float32Array(WIDTH),
  }));
  readonly #wide = new SlidingHighest(WIDTH, REACH_BINS);
  /** Loudest bin of each frame. */
  readonly #tops: number[] = [];
  readonly #frames: number[] = [];
  readonly #pitches: number[] = [];
  readonly #heights: number[] = [];

  frame(index: number, magnitude: Float32Array): void {
    const row = this.#rows[index % ROWS];
    row.magnitude.set(magnitude.subarray(LOW_BIN, HIGH_BIN));
    this.#tops.push(this.#wide.spread(row.magnitude, row.highest));
    if (index >= REACH_FRAMES) this.#pick(index - REACH_FRAMES);
  }

  /** Keeps the points of one frame that nothing around them tops. */
  #pick(index: number): void {
    const { magnitude, highest } = this.#rows[index % ROWS];
    const from = Math.max(0, index - REACH_FRAMES);
    const to = Math.min(this.#tops.length - 1, index + REACH_FRAMES);
    for (let bin = 1; bin < WIDTH - 1; bin++) {
      const here = magnitude[bin];
      if (here <= 0 || here < highest[bin]) continue;
      let isTop = true;
      for (let other = from; other < index && isTop; other++)
        if (this.#rows[other % ROWS].highest[bin] >= here * HELD) isTop = false;
      for (let other = index + 1; other <= to && isTop; other++)
        if (this.#rows[other % ROWS].highest[bin] * HELD > here) isTop = false;
      if (!isTop) continue;
      this.#frames.push(index);
      this.#pitches.push(Math.round(2 * (bin + vertex(magnitude[bin - 1], here, magnitude[bin + 1]))));
      this.#heights.push(here);
    }
  }

  finish(): Fingerprint {
    const count = this.#tops.length;
    for (let index = Math.max(0, count - REACH_FRAMES); index < count; index++) this.#pick(index);
    const loud = [...this.#tops].sort((a, b) => a - b)[Math.floor(LOUD_QUANTILE * count)] ?? 0;
    const near = new Float32Array(count);
    new SlidingHighest(count, LOCAL_FRAMES).spread(Float32Array.from(this.#tops), near);
    const kept = this.#heights.flatMap((height, i) => {
      const floor = Math.max(TRACK_FLOOR * loud, LOCAL_FLOOR * near[this.#frames[i]]);
      return height > floor ? [i] : [];
    });
    return {
      frames: Int32Array.from(kept, (i) => this.#frames[i]),
      pitches: Uint16Array.from(kept, (i) => this.#pitches[i]),
    };
  }
}

/**
 * The highest value within `reach` places of each, blocks scanned from both sides (van Herk 1992): three steps a value,
 * however far the reach. Its buffers are used again and again.
 */
class SlidingHighest {
  readonly #size: number;
  readonly #forward: Float32Array;
  readonly #backward: Float32Array;

  constructor(
    readonly count: number,
    readonly reach: number,
  ) {
    this.#size = 2 * reach + 1;
    const padded = Math.ceil((count + 2 * reach) / this.#size) * this.#size;
    this.#forward = new Float32Array(padded);
    this.#backward = new Float32Array(padded);
  }

  /** Writes into `out` and returns the highest of all. */
  spread(values: Float32Array, out: Float32Array): number {
    const { reach, count } = this;
    const size = this.#size;
    const forward = this.#forward;
    const backward = this.#backward;
    // The places beyond either end stay zero, lower than any magnitude.
    forward.fill(0);
    forward.set(values, reach);
    backward.set(forward);
    const last = forward.length - 1;
    for (let block = 0; block <= last; block += size) {
      for (let i = block + 1; i < block + size; i++)
        if (forward[i - 1] > forward[i]) forward[i] = forward[i - 1];
      for (let i = block + size - 2; i >= block; i--)
        if (backward[i + 1] > backward[i]) backward[i] = backward[i + 1];
    }
    let top = 0;
    for (let i = 0; i < count; i++) {
      const highest = Math.max(backward[i], forward[i + size - 1]);
      out[i] = highest;
      if (highest > top) top = highest;
    }
    return top;
  }
}

/** Where between the bins a peak lies, -0.5 to 0.5: vertex of the parabola through three magnitudes. */
function vertex(left: number, middle: number, right: number): number {
  const curve = left - 2 * middle + right;
  return curve < 0 ? Math.max(-0.5, Math.min(0.5, (0.5 * (left - right)) / curve)) : 0;
}
