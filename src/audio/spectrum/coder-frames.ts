/**
 * Whether a sound was an MP3 or an AAC once. A coder cuts the sound into frames and rounds it there, many lines to nothing. Laid
 * over the very same frames these nothings show again, and a single sample beside them they do not: no music does that by itself.
 * A change of speed, pitch, tone or sample rate wipes it out; loudness and a wall in the treble have no part in it.
 */
import { round } from '../round.ts';
import { AAC_HOP, AAC_SPAN, eachAacBeginning } from './aac-lines.ts';
import { eachMp3Beginning, MP3_HOP, MP3_SPAN } from './mp3-lines.ts';

export interface Coder {
  as: 'MP3' | 'AAC';
  /** Of the places looked at, 0 to 1, to 0.01. */
  share: number;
}

const SPAN = Math.max(MP3_SPAN, AAC_SPAN);
/** s between two places at first; when there are too many, every second one goes. */
const STEP = 0.7;
const MOST_PLACES = 16;
/** dB by which one beginning has to lie below the next best. Without a coder it is a few tenths. */
const LEAST_DB = 2;
/** Places that have to agree on where frames begin: one in 576 would do so by chance. */
const LEAST_PLACES = 2;
/** Of full scale, squared: keeps the logarithm of nothing finite. */
const NOTHING = 1e-20;

interface Place {
  start: number;
  samples: Float32Array;
}

export class CoderMeter {
  #places: Place[] = [];
  #step: number;
  #passed = 0;
  #next: number;
  #open: Place | null = null;
  #filled = 0;

  constructor(rate: number) {
    this.#step = Math.max(SPAN, Math.round(STEP * rate));
    this.#next = this.#step;
  }

  /** The first channel alone: what both rounded to nothing is nothing in each. */
  push([samples]: readonly Float32Array[]): void {
    for (let at = 0; at < samples.length; ) {
      if (!this.#open) {
        at = Math.min(samples.length, Math.max(at, this.#next - this.#passed));
        if (at === samples.length) break;
        this.#open = { start: this.#passed + at, samples: new Float32Array(SPAN) };
      }
      const part = samples.subarray(at, at + SPAN - this.#filled);
      this.#open.samples.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === SPAN) this.#close(this.#open);
    }
    this.#passed += samples.length;
  }

  #close(place: Place): void {
    this.#places.push(place);
    [this.#open, this.#filled] = [null, 0];
    if (this.#places.length === MOST_PLACES) {
      this.#places = this.#places.filter((_, n) => n % 2 === 0);
      this.#step *= 2;
    }
    this.#next = place.start + this.#step;
  }

  finish(): Coder | null {
    const mp3 = this.#agree(MP3_HOP, 1, eachMp3Beginning);
    if (mp3 > 0) return { as: 'MP3', share: mp3 };
    const aac = this.#agree(AAC_HOP, 2, eachAacBeginning);
    return aac > 0 ? { as: 'AAC', share: aac } : null;
  }

  /** The share of places at which frames begin alike; 0 when it may be chance. */
  #agree(hop: number, kinds: number, each: typeof eachAacBeginning): number {
    const seen = new Map<number, number>();
    for (const { start, samples } of this.#places) {
      const levels = Array.from({ length: kinds }, () => new Float64Array(hop));
      each(samples, (at, lines, kind) => {
        levels[kind][at] = meanLevel(lines);
      });
      const begins = new Set(levels.map(findNotch).filter((at) => at !== null));
      for (const at of begins) seen.set((start + at) % hop, (seen.get((start + at) % hop) ?? 0) + 1);
    }
    const most = Math.max(0, ...seen.values());
    return most < LEAST_PLACES ? 0 : round(most / this.#places.length, 2);
  }
}

/** dB, of the lines' geometric mean: nothings weigh most in it. Eight of them still fit into a number before its logarithm is taken. */
function meanLevel(lines: Float64Array): number {
  let [sum, product] = [0, 1];
  for (let n = 0; n < lines.length; n++) {
    product *= lines[n] * lines[n] + NOTHING;
    if (n % 8 < 7 && n < lines.length - 1) continue;
    sum += Math.log10(product);
    product = 1;
  }
  return (10 * sum) / lines.length;
}

function findNotch(levels: Float64Array): number | null {
  let [lowest, next, at] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
  levels.forEach((level, n) => {
    if (level < lowest) [lowest, next, at] = [level, lowest, n];
    else if (level < next) next = level;
  });
  return next - lowest >= LEAST_DB ? at : null;
}
