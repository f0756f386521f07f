/**
 * Texture: the loudness of twenty mel bands, 10.8 times a second. What sections are told apart by: which instruments
 * play, and how loud. Collected in the onset pass and on the same grid as chroma.
 */
import type { FrameSink } from './frames.ts';
import { createMelBank } from './mel.ts';
import { ONSET_FRAME, ONSET_RATE } from './onsets.ts';
import { ANALYSIS_RATE } from './rates.ts';

export const TEXTURE_BANDS = 20;
/** Onset frames averaged into one texture frame. */
const FRAMES_PER_VALUE = 8;
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
    return {
      rate: TEXTURE_RATE,
      bands: this.power.map((p) => Math.max(FLOOR_DB, 10 * Math.log10(p + 1e-12))),
    };
  }
}
