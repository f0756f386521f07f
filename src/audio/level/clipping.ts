/**
 * Clipping: wave tops cut off by overdriving. A cut wave rests at its ceiling, so more samples lie there than just
 * below it, where music has ever fewer towards the top; that stays visible after lossy coding and at any playback
 * level, when the flat tops themselves are long blurred. Samples over full scale are the other kind: the file still
 * holds them, and every converter it is played through cuts them off.
 */
import { round } from '../round.ts';
import { rangesOf, type TimeRange } from '../time-range.ts';
import { StepClock } from './steps.ts';

/** Amplitudes are counted in steps of 1/1024 of full scale, up to twice full scale. */
const BINS_PER_UNIT = 1024;
const BINS = 2 * BINS_PER_UNIT;
/** Searched ceilings, as amplitudes: a ceiling below -20 dBFS would be no accident of level. */
const LOWEST_CEILING = 0.1;
const HIGHEST_CEILING = 1.3;
/** Band at the ceiling and the equally wide band below it, as shares of the ceiling. */
const AT = [0.97, 1.05] as const;
const BELOW = [0.87, 0.95] as const;
/**
 * Samples at the ceiling per sample below. Untouched, limited and softly saturated music stays under 0.65; music
 * driven 6 dB into a hard clip reaches 0.8 to 1.9, 12 dB 1.8 to 5 (six tracks, after coding at 128 kbit/s).
 * Between these two it counts the more the harder it is: a single threshold would make a track clipped or clean by the
 * last per cent that a re-encode moves.
 */
const CLIPPED_FROM = 0.65;
const CLIPPED_FULL = 0.95;
/** Fewer samples than this share at the ceiling are single peaks, not a sound. */
const MIN_SHARE = 2e-5;
/** More than this much above the ceiling, relative to what is at it, and it is none. */
const MAX_ABOVE = 0.35;
/**
 * A steady tone also rests at its top, without ever passing it. Yet its tops are round: they spread below the very
 * highest value, where those of a freshly clipped wave nearly all are.
 */
const TONE_ABOVE = 1e-3;
const TONE_SHARE = 0.1;
const TONE_MAX_IN_ONE_BIN = 0.7;
/**
 * Tones of several levels, or blurred by coding, are told by their shape. Seconds whose fourth and sixth moments are those of a sine, or of a sawtooth or
 * triangle, to this share are tones and are left out: coded tones stay within 0.0005, and of the seconds of music driven
 * 12 and 18 dB into a clip none comes nearer than 0.0038.
 */
const TONES = [
  { fourth: 3 / 2, sixth: 5 / 2 },
  { fourth: 9 / 5, sixth: 27 / 7 },
] as const;
const TONE_TOLERANCE = 0.003;
/** A channel below this level (root of the mean square) is silent, and has no say in what the other plays. */
const SILENT = 1e-4;
/** Share of a second's samples at the ceiling from which that second is listed. */
const LISTED_FROM = 0.002;
/** The first bin wholly over full scale: a file that just touches it is not cut. */
const FIRST_OVER = BINS_PER_UNIT + 1;

export interface Clipping {
  /** Share of all samples that lie at the ceiling, as far as they are sure to be clipped; 0 to 1, to 0.0001. */
  clippedShare: number;
  /** Samples at the ceiling per sample just below it, to 0.01: the higher, the harder the clipping. */
  clipHardness: number;
  /** Share of all samples over full scale, 0 to 1, to 0.00001. Coding a sound master adds up to 0.0005. */
  overShare: number;
  /** Where either is worst. */
  clippedRanges: TimeRange[];
}

interface Second {
  counts: Uint32Array;
  /** Samples of sounding channels, and their sums of squares, fourth and sixth powers. */
  sounding: number;
  squares: number;
  fourths: number;
  sixths: number;
}

const emptySecond = (): Second => ({
  counts: new Uint32Array(BINS),
  sounding: 0,
  squares: 0,
  fourths: 0,
  sixths: 0,
});

export class ClippingMeter {
  readonly #clock: StepClock;
  #current = emptySecond();
  readonly #seconds: Second[] = [];

  constructor(rate: number) {
    this.#clock = new StepClock(rate, 1);
  }

  push(channels: readonly Float32Array[]): void {
    this.#clock.push(channels, this.#count, this.#close);
  }

  readonly #count = (channels: readonly Float32Array[], from: number, to: number): void => {
    const now = this.#current;
    for (const samples of channels) {
      let [squares, fourths, sixths] = [0, 0, 0];
      // Every other sample: shares stay the same, at half the work.
      for (let i = from; i < to; i += 2) {
        const bin = (Math.abs(samples[i]) * BINS_PER_UNIT) | 0;
        now.counts[bin < BINS ? bin : BINS - 1]++;
        const square = samples[i] * samples[i];
        squares += square;
        fourths += square * square;
        sixths += square * square * square;
      }
      const length = Math.ceil((to - from) / 2);
      if (squares < SILENT ** 2 * length) continue;
      now.sounding += length;
      now.squares += squares;
      now.fourths += fourths;
      now.sixths += sixths;
    }
  };

  readonly #close = (): void => {
    this.#seconds.push(this.#current);
    this.#current = emptySecond();
  };

  finish(): Clipping {
    this.#clock.finish(this.#close);
    const total = new Uint32Array(BINS);
    const tones = this.#seconds.map(isTone);
    let samples = 0;
    this.#seconds.forEach(({ counts }, second) => {
      for (let i = 0; i < BINS; i++) {
        samples += counts[i];
        if (!tones[second]) total[i] += counts[i];
      }
    });
    const ceiling = findCeiling(total, samples);
    let over = 0;
    const flags = this.#seconds.map(({ counts }, second) => {
      const sums = runningSum(counts);
      const overHere = sums[BINS] - sums[FIRST_OVER];
      over += overHere;
      const atCeiling = ceiling && !tones[second] ? massBetween(sums, AT[0] * ceiling.level, 2) : 0;
      return Math.max(overHere, atCeiling) >= LISTED_FROM * Math.max(1, sums[BINS]);
    });
    return {
      clippedShare: round(ceiling?.share ?? 0, 4),
      clipHardness: round(ceiling?.hardness ?? 0, 2),
      overShare: round(over / Math.max(1, samples), 5),
      clippedRanges: rangesOf(flags, { step: 1, maxGap: 1 }),
    };
  }
}

/** The level at which samples pile up most, if they do anywhere; `all` also counts the tones left out. */
function findCeiling(
  counts: Uint32Array,
  all: number,
): { level: number; share: number; hardness: number } | undefined {
  const sums = runningSum(counts);
  let best: { level: number; share: number; hardness: number } | undefined;
  for (let level = LOWEST_CEILING; level < HIGHEST_CEILING; level *= 1.01) {
    const at = massBetween(sums, AT[0] * level, AT[1] * level);
    const above = massBetween(sums, AT[1] * level, 2);
    const hardness = at / (massBetween(sums, BELOW[0] * level, BELOW[1] * level) + 1);
    const share = at / all;
    const tone =
      share > TONE_SHARE &&
      above < TONE_ABOVE * at &&
      largestBetween(counts, AT[0] * level, AT[1] * level) < TONE_MAX_IN_ONE_BIN * at;
    if (share < MIN_SHARE || above > MAX_ABOVE * at || tone || hardness < CLIPPED_FROM) continue;
    if (best && hardness <= best.hardness) continue;
    const sure = Math.min(1, (hardness - CLIPPED_FROM) / (CLIPPED_FULL - CLIPPED_FROM));
    best = { level, share: (sure * (at + above)) / all, hardness };
  }
  return best;
}

function runningSum(counts: Uint32Array): Float64Array {
  const sums = new Float64Array(counts.length + 1);
  for (let i = 0; i < counts.length; i++) sums[i + 1] = sums[i] + counts[i];
  return sums;
}

/** Samples between two amplitudes; within a bin they count as evenly spread. */
function massBetween(sums: Float64Array, from: number, to: number): number {
  return massBelow(sums, to) - massBelow(sums, from);
}

function largestBetween(counts: Uint32Array, from: number, to: number): number {
  let largest = 0;
  for (let bin = Math.floor(from * BINS_PER_UNIT); bin <= to * BINS_PER_UNIT; bin++) {
    largest = Math.max(largest, counts[bin]);
  }
  return largest;
}

/** Whether a second is one steady wave, clean up to its top. */
function isTone({ sounding, squares, fourths, sixths }: Second): boolean {
  if (squares === 0) return false;
  const fourth = (sounding * fourths) / squares ** 2;
  const sixth = (sounding ** 2 * sixths) / squares ** 3;
  return TONES.some(
    (tone) =>
      Math.abs(fourth / tone.fourth - 1) < TONE_TOLERANCE &&
      Math.abs(sixth / tone.sixth - 1) < 2 * TONE_TOLERANCE,
  );
}

function massBelow(sums: Float64Array, amplitude: number): number {
  const at = Math.min(BINS, amplitude * BINS_PER_UNIT);
  const bin = Math.min(BINS - 1, Math.floor(at));
  return sums[bin] + (sums[bin + 1] - sums[bin]) * (at - bin);
}
