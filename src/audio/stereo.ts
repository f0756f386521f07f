/**
 * The stereo picture: how wide it is, and what is lost when a phone or a club plays both channels as one. Measured on
 * energies of left, right and their product, second by second.
 */
import { energyDb } from './decibel.ts';
import { round } from './round.ts';
import { StepClock } from './steps.ts';
import { rangesOf, type TimeRange } from './time-range.ts';

/** Below this (dBFS, mean square of both channels) a second is too quiet for its phase to matter. */
const QUIET_DB = -50;
/** Correlation below which the channels work against each other. */
const CANCELLING_BELOW = -0.2;
/** Hz: below it, vinyl, clubs and phones want the channels to agree. */
const BASS_HZ = 150;

export interface Stereo {
  /** Side energy as a share of all energy: 0 mono, 0.5 unrelated channels, 1 opposite channels; to 0.01. */
  stereoWidth: number;
  /** Correlation of the channels, -1 to 1, to 0.01; 1 for mono and silence. */
  stereoCorrelation: number;
  /** The same below 150 Hz. */
  bassCorrelation: number;
  /** Level change in dB when played in mono, to 0.1: 0 mono, -3 unrelated channels, -60 all gone. */
  monoLossDb: number;
  /** Share of the sounding seconds in which the channels cancel, to 0.01, and where. */
  cancellingShare: number;
  cancellingRanges: TimeRange[];
}

interface Sums {
  left: number;
  right: number;
  product: number;
}

const MONO: Stereo = {
  stereoWidth: 0,
  stereoCorrelation: 1,
  bassCorrelation: 1,
  monoLossDb: 0,
  cancellingShare: 0,
  cancellingRanges: [],
};

export class StereoMeter {
  readonly #clock: StepClock;
  /** One-pole low-pass: coefficient, and the memory of each channel. */
  readonly #smoothing: number;
  #lowLeft = 0;
  #lowRight = 0;
  #current: Sums = { left: 0, right: 0, product: 0 };
  readonly #bass: Sums = { left: 0, right: 0, product: 0 };
  readonly #seconds: (Sums & { samples: number })[] = [];
  #mono = false;

  constructor(rate: number) {
    this.#clock = new StepClock(rate, 1);
    this.#smoothing = 1 - Math.exp((-2 * Math.PI * BASS_HZ) / rate);
  }

  push(channels: readonly Float32Array[]): void {
    this.#mono ||= channels.length === 1;
    if (!this.#mono) this.#clock.push(channels, this.#add, this.#close);
  }

  readonly #add = ([a, b]: readonly Float32Array[], from: number, to: number): void => {
    let [left, right, product, bassLeft, bassRight, bassProduct] = [0, 0, 0, 0, 0, 0];
    let lowLeft = this.#lowLeft;
    let lowRight = this.#lowRight;
    const k = this.#smoothing;
    for (let i = from; i < to; i++) {
      const l = a[i];
      const r = b[i];
      left += l * l;
      right += r * r;
      product += l * r;
      lowLeft += k * (l - lowLeft);
      lowRight += k * (r - lowRight);
      bassLeft += lowLeft * lowLeft;
      bassRight += lowRight * lowRight;
      bassProduct += lowLeft * lowRight;
    }
    // Below any sound: keeps the filter out of the slow denormal numbers during silence.
    this.#lowLeft = Math.abs(lowLeft) < 1e-15 ? 0 : lowLeft;
    this.#lowRight = Math.abs(lowRight) < 1e-15 ? 0 : lowRight;
    addTo(this.#current, left, right, product);
    addTo(this.#bass, bassLeft, bassRight, bassProduct);
  };

  readonly #close = (samples: number): void => {
    this.#seconds.push({ ...this.#current, samples });
    this.#current = { left: 0, right: 0, product: 0 };
  };

  finish(): Stereo {
    this.#clock.finish(this.#close);
    const all: Sums = { left: 0, right: 0, product: 0 };
    for (const { left, right, product } of this.#seconds) addTo(all, left, right, product);
    const energy = all.left + all.right;
    if (this.#mono || energy === 0) return MONO;
    const sounding = this.#seconds.map((s) => energyDb((s.left + s.right) / 2 / s.samples) > QUIET_DB);
    const flags = this.#seconds.map((s, i) => sounding[i] && correlate(s) < CANCELLING_BELOW);
    // |L+R|²/4 + |L-R|²/4 = (L² + R²)/2: mid and side share the energy between them.
    const side = (energy - 2 * all.product) / (2 * energy);
    return {
      stereoWidth: round(side, 2),
      stereoCorrelation: round(correlate(all), 2),
      bassCorrelation: round(correlate(this.#bass), 2),
      monoLossDb: round(Math.max(-60, energyDb(1 - side)), 1),
      cancellingShare: round(count(flags) / Math.max(1, count(sounding)), 2),
      cancellingRanges: rangesOf(flags, { step: 1, maxGap: 1 }),
    };
  }
}

function addTo(sums: Sums, left: number, right: number, product: number): void {
  sums.left += left;
  sums.right += right;
  sums.product += product;
}

/** A channel that is silent cannot contradict the other: 1. */
function correlate({ left, right, product }: Sums): number {
  return left * right > 0 ? product / Math.sqrt(left * right) : 1;
}

const count = (flags: readonly boolean[]): number => flags.filter(Boolean).length;
