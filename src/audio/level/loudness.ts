/**
 * Loudness as broadcasters measure it: ITU-R BS.1770-4 (K-weighting, gating) and EBU Tech 3341/3342 (momentary,
 * short-term, loudness range). Streaming: chunks in, one result at the end.
 */

import { round } from '../round.ts';
import type { TimeRange } from '../time-range.ts';
import { STEPS_PER_SECOND as FINE_STEPS, type LevelStep } from './level-steps.ts';

/** What BS.1770 adds so that a 997 Hz sine at 0 dBFS in one channel reads -3.01 LKFS. */
const OFFSET = -0.691;
/** Blocks below this are not part of the programme at all (LUFS). */
const ABSOLUTE_GATE = -70;
/** Blocks this far below the mean of the rest do not count for integrated loudness and for the range (LU). */
const RELATIVE_GATE = -10;
const RANGE_GATE = -20;
/** Energy is collected in steps of 100 ms; momentary looks at 4 of them, short-term at 30. */
const STEPS_PER_SECOND = 10;
const MOMENTARY_STEPS = 4;
const SHORT_TERM_STEPS = 30;

export interface Loudness {
  /** LUFS, to 0.1. Silence reads -70, the gate below which nothing is counted. */
  integratedLufs: number;
  /** LU, to 0.1. 0 for tracks shorter than 3 s. */
  loudnessRange: number;
  /** Loudest 400 ms and loudest 3 s, LUFS, to 0.1. */
  momentaryMaxLufs: number;
  shortTermMaxLufs: number;
  /** LUFS of the 3 s around each second, one value a second, to 0.1. */
  shortTermLufs: number[];
}

export class LoudnessMeter {
  /** Mean square of each finished step, all channels together. */
  readonly #steps: number[] = [];
  #energy = 0;
  #samples = 0;
  /** Steps of 10 ms in the step of 100 ms that is not finished yet. */
  #pending = 0;
  readonly #channels: number;

  constructor(channels: number) {
    this.#channels = channels;
  }

  add({ samples, whole, weightedLeft, weightedRight }: LevelStep): void {
    this.#energy += this.#channels > 1 ? weightedLeft + weightedRight : weightedLeft;
    this.#samples += samples;
    if (++this.#pending === FINE_STEPS / STEPS_PER_SECOND && whole) this.#close();
  }

  #close(): void {
    this.#steps.push(this.#energy / this.#samples);
    this.#energy = 0;
    this.#samples = 0;
    this.#pending = 0;
  }

  finish(): Loudness {
    // Less than one momentary window: the little there is counts as one.
    if (this.#steps.length < MOMENTARY_STEPS && this.#pending > 0) this.#close();
    const momentary = slide(this.#steps, Math.min(MOMENTARY_STEPS, Math.max(1, this.#steps.length)));
    const shortTerm = slide(this.#steps, SHORT_TERM_STEPS);
    return {
      integratedLufs: round(integrate(momentary), 1),
      loudnessRange: round(measureRange(shortTerm), 1),
      momentaryMaxLufs: round(toLufs(maxOf(momentary)), 1),
      shortTermMaxLufs: round(toLufs(maxOf(shortTerm.length > 0 ? shortTerm : momentary)), 1),
      shortTermLufs: this.#curve(),
    };
  }

  /** Integrated loudness of the 400 ms blocks that lie in `spans` (s), LUFS; null where there is nothing to hear. */
  loudnessOf(spans: readonly TimeRange[]): number | null {
    const blocks = spans.flatMap(({ start, end }) => {
      const from = Math.max(0, Math.round(start * STEPS_PER_SECOND));
      return slide(this.#steps.slice(from, Math.round(end * STEPS_PER_SECOND)), MOMENTARY_STEPS);
    });
    const loudness = integrate(blocks);
    return loudness > ABSOLUTE_GATE ? loudness : null;
  }

  /** Short-term loudness centred on each whole second, with shorter windows at the ends. */
  #curve(): number[] {
    const seconds = Math.ceil(this.#steps.length / STEPS_PER_SECOND);
    return Array.from({ length: seconds }, (_, second) => {
      const centre = second * STEPS_PER_SECOND + STEPS_PER_SECOND / 2;
      const from = Math.max(0, centre - SHORT_TERM_STEPS / 2);
      const window = this.#steps.slice(from, centre + SHORT_TERM_STEPS / 2);
      return round(toLufs(meanOf(window)), 1);
    });
  }
}

/** Never below the gate: silence has no loudness, and -Infinity does not survive JSON. */
function toLufs(meanSquare: number): number {
  return Math.max(ABSOLUTE_GATE, OFFSET + 10 * Math.log10(meanSquare));
}

function toMeanSquare(lufs: number): number {
  return 10 ** ((lufs - OFFSET) / 10);
}

/** Mean of every window of `length` steps, each one step later than the one before. */
function slide(steps: readonly number[], length: number): number[] {
  const windows: number[] = [];
  for (let end = length; end <= steps.length; end++) {
    let sum = 0;
    for (let i = end - length; i < end; i++) sum += steps[i];
    windows.push(sum / length);
  }
  return windows;
}

function integrate(momentary: readonly number[]): number {
  const loud = gate(momentary, RELATIVE_GATE);
  return loud.length > 0 ? toLufs(meanOf(loud)) : ABSOLUTE_GATE;
}

/** EBU Tech 3342: between the 10th and the 95th percentile of the gated short-term loudness. */
function measureRange(shortTerm: readonly number[]): number {
  const levels = gate(shortTerm, RANGE_GATE).sort((a, b) => a - b);
  if (levels.length < 2) return 0;
  const low = levels[Math.round((levels.length - 1) * 0.1)];
  const high = levels[Math.round((levels.length - 1) * 0.95)];
  return toLufs(high) - toLufs(low);
}

function gate(windows: readonly number[], relative: number): number[] {
  const absolute = toMeanSquare(ABSOLUTE_GATE);
  const heard = windows.filter((value) => value > absolute);
  const threshold = toMeanSquare(toLufs(meanOf(heard)) + relative);
  return heard.filter((value) => value > threshold);
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function maxOf(values: readonly number[]): number {
  return values.reduce((max, value) => Math.max(max, value), 0);
}
