/** Dynamics: how far peaks stand above the body of the sound, moment by moment and over the whole track. */

import { round } from '../round.ts';
import { energyDb } from './decibel.ts';
import { type LevelStep, STEPS_PER_SECOND } from './level-steps.ts';

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
  #energy = 0;
  #samples = 0;
  /** Steps in the second that is not finished yet. */
  #pending = 0;
  #peak = 0;
  readonly #channels: number;
  readonly #levels: number[] = [];
  readonly #crests: number[] = [];

  constructor(channels: number) {
    this.#channels = channels;
  }

  add({ samples, left, right, peak }: LevelStep): void {
    this.#energy += this.#channels > 1 ? left + right : left;
    this.#samples += samples;
    if (peak > this.#peak) this.#peak = peak;
    if (++this.#pending === STEPS_PER_SECOND) this.#close();
  }

  #close(): void {
    const level = energyDb(this.#energy / (this.#samples * this.#channels));
    this.#levels.push(level);
    this.#crests.push(energyDb(this.#peak * this.#peak) - level);
    this.#energy = 0;
    this.#samples = 0;
    this.#peak = 0;
    this.#pending = 0;
  }

  finish(): Dynamics {
    if (this.#pending > 0) this.#close();
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
