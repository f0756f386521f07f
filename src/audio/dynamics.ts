/** Dynamics: how far peaks stand above the body of the sound, moment by moment and over the whole track. */
import { energyDb } from './decibel.ts';
import { round } from './round.ts';
import { StepClock } from './steps.ts';

/** Seconds more than this below the loudest one are rests and endings, not the music's own dynamics (dB). */
const BODY = 20;

export interface Dynamics {
  /** Peak over mean level within a second, dB, to 0.1: the median over the sounding seconds. Music: 8 squashed, 15 open. */
  crestDb: number;
  /** Level (RMS, dBFS, to 0.1) of each second; silence reads -120. */
  levelDb: number[];
  /** dB between the 10th and 90th percentile of the sounding seconds, to 0.1. */
  levelSpreadDb: number;
}

export class DynamicsMeter {
  readonly #clock: StepClock;
  #energy = 0;
  #peak = 0;
  readonly #channels: number;
  readonly #levels: number[] = [];
  readonly #crests: number[] = [];

  constructor(rate: number, channels: number) {
    this.#clock = new StepClock(rate, 1);
    this.#channels = channels;
  }

  push(channels: readonly Float32Array[]): void {
    this.#clock.push(channels, this.#add, this.#close);
  }

  readonly #add = (channels: readonly Float32Array[], from: number, to: number): void => {
    let energy = 0;
    let peak = this.#peak;
    for (const samples of channels) {
      for (let i = from; i < to; i++) {
        const square = samples[i] * samples[i];
        energy += square;
        if (square > peak) peak = square;
      }
    }
    this.#energy += energy;
    this.#peak = peak;
  };

  readonly #close = (samples: number): void => {
    const level = energyDb(this.#energy / (samples * this.#channels));
    this.#levels.push(level);
    this.#crests.push(energyDb(this.#peak) - level);
    this.#energy = 0;
    this.#peak = 0;
  };

  finish(): Dynamics {
    this.#clock.finish(this.#close);
    const loudest = this.#levels.reduce((max, level) => Math.max(max, level), -120);
    const body = this.#levels.map((level) => level > -70 && level > loudest - BODY);
    const levels = this.#levels.filter((_, i) => body[i]).sort((a, b) => a - b);
    const crests = this.#crests.filter((_, i) => body[i]).sort((a, b) => a - b);
    return {
      crestDb: round(at(crests, 0.5), 1),
      levelDb: this.#levels.map((level) => round(level, 1)),
      levelSpreadDb: round(at(levels, 0.9) - at(levels, 0.1), 1),
    };
  }
}

/** The value at a share (0 to 1) of a sorted list; 0 for none. */
function at(sorted: readonly number[], share: number): number {
  return sorted[Math.round((sorted.length - 1) * share)] ?? 0;
}
