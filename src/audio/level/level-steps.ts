/**
 * Cuts the sound into steps of 10 ms and sums up each in one pass over the samples. Loudness, dynamics, stereo and
 * waveform are all made of these sums; a second is always exactly a hundred of them.
 */

import { MEMORIES, makeLevelKernel, placeOf, STATE_BYTES, SUMS } from '../kernels/level-kernel.ts';
import { designHighPass, designShelf } from './k-weighting.ts';
import { StepClock } from './steps.ts';

export const STEPS_PER_SECOND = 100;
/** Hz: below it, vinyl, clubs and phones want the channels to agree. One pole. */
const BASS_HZ = 150;
/** Samples worked on at once. */
const BLOCK = 8192;
const LEFT = STATE_BYTES;
const RIGHT = LEFT + 4 * BLOCK;
const MIXED = RIGHT + 4 * BLOCK;
/** Below this a filter's memory is silence; left alone it would decay into denormal numbers, which are slow. */
const QUIET = 1e-15;

/** Sums of one step. A mono track has two equal channels here. */
export interface LevelStep {
  samples: number;
  /** False for a last step that the track's end cut short. */
  whole: boolean;
  /** Squares of left and right. */
  left: number;
  right: number;
  product: number;
  /** The same below 150 Hz. */
  bassLeft: number;
  bassRight: number;
  bassProduct: number;
  /** Squares after K-weighting, of left and right. */
  weightedLeft: number;
  weightedRight: number;
  /** The highest sample of either channel, as an amplitude. */
  peak: number;
}

export type VisitStep = (step: LevelStep) => void;

export class LevelSteps {
  readonly #clock: StepClock;
  readonly #kernel = makeLevelKernel();
  readonly #state = new Float64Array(this.#kernel.memory.buffer, 0, STATE_BYTES / 8);
  readonly #left = new Float32Array(this.#kernel.memory.buffer, LEFT, BLOCK);
  readonly #right = new Float32Array(this.#kernel.memory.buffer, RIGHT, BLOCK);
  readonly #mixed = new Float32Array(this.#kernel.memory.buffer, MIXED, BLOCK);
  readonly #visit: VisitStep;
  readonly #onMixed: (mixed: Float32Array) => void;

  /** `onMixed` is given the mean of both channels, block after block, valid during the call. */
  constructor(rate: number, visit: VisitStep, onMixed: (mixed: Float32Array) => void = () => undefined) {
    this.#clock = new StepClock(rate, STEPS_PER_SECOND);
    this.#visit = visit;
    this.#onMixed = onMixed;
    const [b0, b1, b2, a1, a2] = designShelf(rate);
    const [c1, c2] = designHighPass(rate);
    const bass = 1 - Math.exp((-2 * Math.PI * BASS_HZ) / rate);
    for (const [name, value] of Object.entries({ b0, b1, b2, a1, a2, c1, c2, bass }))
      this.#state.fill(value, placeOf(name as 'b0'), placeOf(name as 'b0') + 2);
  }

  push([left, right = left]: readonly Float32Array[]): void {
    for (let at = 0; at < left.length; at += BLOCK) {
      const part = left.subarray(at, at + BLOCK);
      this.#left.set(part);
      this.#right.set(right.subarray(at, at + BLOCK));
      this.#clock.push([part], this.#pass, this.#close);
      this.#onMixed(this.#mixed.subarray(0, part.length));
    }
  }

  readonly #pass = (_: readonly Float32Array[], from: number, to: number): void => {
    if (to > from) this.#kernel.pass(LEFT + 4 * from, RIGHT + 4 * from, MIXED + 4 * from, 4 * (to - from));
  };

  readonly #close = (samples: number, whole = true): void => {
    const state = this.#state;
    const [weighted, energy, product, bassEnergy, bassProduct, peak] = SUMS.map(placeOf);
    this.#visit({
      samples,
      whole,
      left: state[energy],
      right: state[energy + 1],
      product: state[product],
      bassLeft: state[bassEnergy],
      bassRight: state[bassEnergy + 1],
      bassProduct: state[bassProduct],
      weightedLeft: state[weighted],
      weightedRight: state[weighted + 1],
      peak: Math.max(state[peak], state[peak + 1]),
    });
    state.fill(0, weighted, STATE_BYTES / 8);
    const first = placeOf(MEMORIES[0]);
    for (let i = first; i < weighted; i++) if (Math.abs(state[i]) < QUIET) state[i] = 0;
  };

  /** Closes a last step that is shorter than the others, if anything is in it. */
  finish(): void {
    this.#clock.finish((samples) => this.#close(samples, false));
  }
}
