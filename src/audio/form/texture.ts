/**
 * Texture: the loudness of twenty mel bands over some 70 ms, 43 times a second. What sections are told apart
 * by: which instruments play, and how loud. Collected in the onset pass.
 */

import { ANALYSIS_RATE } from '../decode/rates.ts';
import { ONSET_FRAME, ONSET_RATE } from '../rhythm/onsets.ts';
import type { FrameSink } from '../spectrum/frames.ts';
import { createMelBank } from '../spectrum/mel.ts';

export const TEXTURE_BANDS = 20;
/** Onset frames from one texture frame to the next. */
const FRAMES_PER_VALUE = 2;
/**
 * Texture frames that each is averaged over (70 ms, the middle one counting double). They overlap, or what is heard of a
 * stroke would depend on where the grid falls, and that moves with every encoder's delay.
 */
const AVERAGE = [0.25, 0.5, 0.25] as const;
export const TEXTURE_RATE = ONSET_RATE / FRAMES_PER_VALUE;
/** Decibels below the track's level at which a band counts as silent. */
const FLOOR_DB = -45;

export interface Texture {
  rate: number;
  /** Frame after frame, 20 values in dB relative to the track's level, never below the floor. */
  bands: Float32Array;
}

export class TextureSink implements FrameSink {
  private readonly bank = createMelBank(TEXTURE_BANDS, 40, 10_000, ONSET_FRAME.size, ANALYSIS_RATE);
  private readonly mel = new Float32Array(TEXTURE_BANDS);
  private readonly power: Float32Array;

  constructor(
    samples: Float32Array,
    private readonly scale: number,
  ) {
    const frames = Math.ceil(Math.ceil(samples.length / ONSET_FRAME.hop) / FRAMES_PER_VALUE);
    this.power = new Float32Array(frames * TEXTURE_BANDS);
  }

  frame(index: number, magnitude: Float32Array): void {
    this.bank.apply(magnitude, this.mel);
    const at = Math.floor(index / FRAMES_PER_VALUE) * TEXTURE_BANDS;
    for (let b = 0; b < TEXTURE_BANDS; b++) {
      const m = this.mel[b] * this.scale;
      this.power[at + b] += (m * m) / FRAMES_PER_VALUE;
    }
  }

  finish(): Texture {
    const frames = this.power.length / TEXTURE_BANDS;
    const bands = new Float32Array(this.power.length);
    for (let f = 0; f < frames; f++) {
      for (let b = 0; b < TEXTURE_BANDS; b++) {
        const power = this.averageAround(f, b, frames);
        bands[f * TEXTURE_BANDS + b] = Math.max(FLOOR_DB, 10 * Math.log10(power + 1e-12));
      }
    }
    return { rate: TEXTURE_RATE, bands };
  }

  /** At the ends of the track the first and last frame go on. */
  private averageAround(frame: number, band: number, frames: number): number {
    let sum = 0;
    for (let i = 0; i < AVERAGE.length; i++) {
      const near = Math.max(0, Math.min(frames - 1, frame + i - (AVERAGE.length >> 1)));
      sum += AVERAGE[i] * this.power[near * TEXTURE_BANDS + band];
    }
    return sum;
  }
}
