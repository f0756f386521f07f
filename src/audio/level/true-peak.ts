/**
 * True peak after ITU-R BS.1770-4 annex 2: how high the wave rises between the samples once it is played, found by
 * four-fold oversampling in polyphase form. Between two samples the wave rises above both only next to a top among the
 * samples, so it is interpolated there and nowhere else.
 */

import { round } from '../round.ts';
import { amplitudeDb } from './decibel.ts';

const OVERSAMPLING = 4;
/** Coefficients per phase. The standard's example has 12; 24 follow the treble further up. */
const TAPS = 24;
const CENTRE = TAPS / 2;
/** A wave rises at most to twice its neighbouring samples (6 dB; 3 dB at a quarter of the rate): lower tops are skipped. */
const REACH = 0.5;
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
  /** The last samples of the chunk before, per channel. */
  readonly #history: Float32Array[];
  #joined = new Float64Array(0);
  #peak = 0;
  #peakAt = 0;
  #samples = 0;
  readonly #overSeconds = new Set<number>();

  constructor(rate: number, channels: number) {
    this.#rate = rate;
    this.#history = Array.from({ length: channels }, () => new Float32Array(TAPS));
  }

  push(channels: readonly Float32Array[]): void {
    for (let c = 0; c < channels.length; c++) {
      const length = TAPS + channels[c].length;
      if (this.#joined.length < length) this.#joined = new Float64Array(length);
      const joined = this.#joined;
      joined.set(this.#history[c]);
      joined.set(channels[c], TAPS);
      this.#scan(joined, channels[c].length);
      this.#history[c].set(joined.subarray(length - TAPS, length));
    }
    this.#samples += channels[0].length;
  }

  #scan(samples: Float64Array, count: number): void {
    const ceiling = 10 ** (CEILING_DB / 20);
    const end = count + CENTRE;
    let lowest = REACH * Math.min(ceiling, this.#peak);
    for (let i = CENTRE; i < end; i++) {
      const value = Math.abs(samples[i]);
      if (value <= lowest) continue;
      if (value < Math.abs(samples[i - 1]) || value < Math.abs(samples[i + 1])) continue;
      const at = Math.max(0, (this.#samples + i - TAPS) / this.#rate);
      const second = Math.floor(at);
      if (value < REACH * this.#peak && this.#overSeconds.has(second)) continue;
      const peak = Math.max(value, this.#between(samples, i - 1), this.#between(samples, i));
      if (peak > ceiling) this.#overSeconds.add(second);
      if (peak > this.#peak) {
        this.#peak = peak;
        this.#peakAt = at;
        lowest = REACH * Math.min(ceiling, peak);
      }
    }
  }

  /** The highest of the three points between sample `i` and the next. */
  #between(samples: Float64Array, i: number): number {
    const [first, second, third] = this.#phases;
    const from = i - CENTRE + 1;
    let a = 0;
    let b = 0;
    let c = 0;
    for (let t = 0; t < TAPS; t++) {
      const x = samples[from + t];
      a += x * first[t];
      b += x * second[t];
      c += x * third[t];
    }
    return Math.max(Math.abs(a), Math.abs(b), Math.abs(c));
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
