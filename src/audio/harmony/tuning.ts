/** How far the track is tuned from A = 440 Hz, in cents: the circular mean of where spectral peaks fall between semitones. */

import { round } from '../round.ts';
import type { FrameSink } from '../spectrum/frames.ts';
import { visitPeaks } from './spectral-peaks.ts';

/** Hz. Below, a bin is wider than a semitone; above, harmonics stretch. */
const LOW_HZ = 180;
const HIGH_HZ = 2000;

export interface Tuning {
  /** -50 to 50, to 1. */
  cents: number;
  /** 0 (peaks fall anywhere) to 1 (all on one grid), to 0.01. */
  confidence: number;
}

export class TuningSink implements FrameSink {
  private re = 0;
  private im = 0;
  private weight = 0;

  constructor(private readonly hzPerBin: number) {}

  frame(_index: number, magnitude: Float32Array): void {
    visitPeaks(magnitude, this.hzPerBin, LOW_HZ, HIGH_HZ, (hz, height) => {
      const semitones = 12 * Math.log2(hz / 440);
      const weight = Math.sqrt(height);
      this.re += weight * Math.cos(2 * Math.PI * semitones);
      this.im += weight * Math.sin(2 * Math.PI * semitones);
      this.weight += weight;
    });
  }

  finish(): Tuning {
    if (this.weight <= 0) return { cents: 0, confidence: 0 };
    return {
      cents: round((Math.atan2(this.im, this.re) / (2 * Math.PI)) * 100, 0),
      confidence: round(Math.hypot(this.re, this.im) / this.weight, 2),
    };
  }
}
