/**
 * Loudness as broadcasters measure it: ITU-R BS.1770-4 (K-weighting, gating) and EBU Tech 3341/3342 (momentary,
 * short-term, loudness range). Streaming: chunks in, one result at the end.
 */
import { KWeighting } from './k-weighting.ts';
import { roundTo } from './rounding.ts';

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
  readonly #rate: number;
  readonly #filters: KWeighting[];
  /** Mean square of each finished step, all channels together. */
  readonly #steps: number[] = [];
  #stepEnergy = 0;
  #samples = 0;
  #stepStart = 0;
  #stepEnd: number;

  constructor(rate: number, channels: number) {
    this.#rate = rate;
    this.#filters = Array.from({ length: channels }, () => new KWeighting(rate));
    this.#stepEnd = this.#boundary(1);
  }

  /** Steps of 100 ms rarely are whole numbers of samples at odd rates: round each boundary, so they never drift. */
  #boundary(step: number): number {
    return Math.round((step * this.#rate) / STEPS_PER_SECOND);
  }

  push(channels: readonly Float32Array[]): void {
    const length = channels[0].length;
    for (let from = 0; from < length; ) {
      const to = Math.min(length, from + this.#stepEnd - this.#samples);
      for (let c = 0; c < channels.length; c++) {
        this.#stepEnergy += this.#filters[c].energy(channels[c], from, to);
      }
      this.#samples += to - from;
      from = to;
      if (this.#samples === this.#stepEnd) this.#closeStep();
    }
  }

  #closeStep(): void {
    this.#steps.push(this.#stepEnergy / (this.#samples - this.#stepStart));
    this.#stepEnergy = 0;
    this.#stepStart = this.#samples;
    this.#stepEnd = this.#boundary(this.#steps.length + 1);
  }

  /** LUFS of each 100 ms step by itself, for measures that look at quick changes. Not rounded. */
  stepLevels(): Float32Array {
    return Float32Array.from(this.#steps, toLufs);
  }

  finish(): Loudness {
    // Less than one momentary window: the little there is counts as one.
    if (this.#steps.length < MOMENTARY_STEPS && this.#samples > this.#stepStart) this.#closeStep();
    const momentary = slide(this.#steps, Math.min(MOMENTARY_STEPS, Math.max(1, this.#steps.length)));
    const shortTerm = slide(this.#steps, SHORT_TERM_STEPS);
    return {
      integratedLufs: roundTo(integrate(momentary), 1),
      loudnessRange: roundTo(measureRange(shortTerm), 1),
      momentaryMaxLufs: roundTo(toLufs(maxOf(momentary)), 1),
      shortTermMaxLufs: roundTo(toLufs(maxOf(shortTerm.length > 0 ? shortTerm : momentary)), 1),
      shortTermLufs: this.#curve(),
    };
  }

  /** Short-term loudness centred on each whole second, with shorter windows at the ends. */
  #curve(): number[] {
    const seconds = Math.ceil(this.#steps.length / STEPS_PER_SECOND);
    return Array.from({ length: seconds }, (_, second) => {
      const centre = second * STEPS_PER_SECOND + STEPS_PER_SECOND / 2;
      const from = Math.max(0, centre - SHORT_TERM_STEPS / 2);
      const window = this.#steps.slice(from, centre + SHORT_TERM_STEPS / 2);
      return roundTo(toLufs(meanOf(window)), 1);
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
