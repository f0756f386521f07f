/**
 * True peak after ITU-R BS.1770-4 annex 2: how high the wave rises between the samples once it is played, found by
 * four-fold oversampling in polyphase form. Places that provably cannot beat the highest so far are skipped.
 */
import { amplitudeDb } from './decibel.ts';
import { round } from './round.ts';

const OVERSAMPLING = 4;
/** Coefficients per phase. The standard's example has 12; 24 follow the treble further up. */
const TAPS = 24;
/** Samples looked at together when deciding whether they can matter. */
const BLOCK = 32;
/** Seconds above this (dBTP) are listed: streaming services ask for it, and lossy codecs overshoot beyond it. */
const CEILING_DB = -1;

export interface TruePeak {
  /** dBTP, to 0.1. Silence reads -120. */
  truePeakDb: number;
  /** Where the highest point is, s, to 0.1. */
  truePeakAt: number;
  /** Share of seconds in which the true peak passes -1 dBTP, to 0.01. */
  overCeilingShare: number;
}

export class TruePeakMeter {
  readonly #rate: number;
  readonly #phases = designPhases();
  /** The interpolated value never exceeds this many times the largest sample it is made of. */
  readonly #bound: number;
  /** The last TAPS - 1 samples of the chunk before, per channel. */
  readonly #history: Float32Array[];
  #joined = new Float64Array(0);
  #peak = 0;
  #peakAt = 0;
  #samples = 0;
  readonly #overSeconds = new Set<number>();

  constructor(rate: number, channels: number) {
    this.#rate = rate;
    this.#history = Array.from({ length: channels }, () => new Float32Array(TAPS - 1));
    this.#bound = Math.max(...this.#phases.map((phase) => phase.reduce((sum, x) => sum + Math.abs(x), 0)));
  }

  push(channels: readonly Float32Array[]): void {
    for (let c = 0; c < channels.length; c++) {
      const length = TAPS - 1 + channels[c].length;
      if (this.#joined.length < length) this.#joined = new Float64Array(length);
      const joined = this.#joined;
      joined.set(this.#history[c]);
      joined.set(channels[c], TAPS - 1);
      this.#scan(joined, channels[c].length);
      this.#history[c].set(joined.subarray(length - (TAPS - 1), length));
    }
    this.#samples += channels[0].length;
  }

  #scan(samples: Float64Array, count: number): void {
    const ceiling = 10 ** (CEILING_DB / 20);
    for (let from = 0; from < count; from += BLOCK) {
      const to = Math.min(count, from + BLOCK);
      let largest = 0;
      for (let i = from; i < to + TAPS - 1; i++) {
        const value = Math.abs(samples[i]);
        if (value > largest) largest = value;
      }
      const reach = largest * this.#bound;
      // The filter looks as far ahead as back: what it finds lies half its length earlier.
      const at = Math.max(0, (this.#samples + from - TAPS / 2) / this.#rate);
      const second = Math.floor(at);
      if (reach <= this.#peak && (reach <= ceiling || this.#overSeconds.has(second))) continue;
      const peak = this.#interpolate(samples, from, to);
      if (peak > ceiling) this.#overSeconds.add(second);
      if (peak > this.#peak) {
        this.#peak = peak;
        this.#peakAt = at;
      }
    }
  }

  /** The highest of the samples in the middle of the filter and the three points after each. */
  #interpolate(samples: Float64Array, from: number, to: number): number {
    const [first, second, third] = this.#phases;
    let peak = 0;
    for (let i = from; i < to; i++) {
      let a = 0;
      let b = 0;
      let c = 0;
      for (let t = 0; t < TAPS; t++) {
        const x = samples[i + t];
        a += x * first[t];
        b += x * second[t];
        c += x * third[t];
      }
      const here = samples[i + TAPS / 2 - 1];
      const value = Math.max(Math.abs(here), Math.abs(a), Math.abs(b), Math.abs(c));
      if (value > peak) peak = value;
    }
    return peak;
  }

  finish(): TruePeak {
    // What follows the last sample is silence: let the filter run out.
    this.push(this.#history.map(() => new Float32Array(TAPS)));
    const seconds = Math.max(1, Math.ceil((this.#samples - TAPS) / this.#rate));
    return {
      truePeakDb: round(amplitudeDb(this.#peak), 1),
      truePeakAt: round(this.#peakAt, 1),
      overCeilingShare: round(Math.min(1, this.#overSeconds.size / seconds), 2),
    };
  }
}

/** A Hann-windowed sinc, for the three points between two samples. */
function designPhases(): Float64Array[] {
  return Array.from({ length: OVERSAMPLING - 1 }, (_, index) => {
    const offset = (index + 1) / OVERSAMPLING;
    const phase = new Float64Array(TAPS);
    for (let t = 0; t < TAPS; t++) {
      const distance = t - (TAPS / 2 - 1) - offset;
      const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / (TAPS / 2));
      phase[t] = (Math.sin(Math.PI * distance) / (Math.PI * distance)) * window;
    }
    const sum = phase.reduce((total, x) => total + x, 0);
    return phase.map((x) => x / sum);
  });
}
