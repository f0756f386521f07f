/** Brightness: the centre of gravity of the spectrum, frame by frame. Higher sounds sharper, lower sounds duller. */

import { ANALYSIS_RATE, FRAME, FRAME_RATE } from '../decode/rates.ts';
import { round } from '../round.ts';
import type { FrameSink } from './frames.ts';

const HZ_PER_BIN = ANALYSIS_RATE / FRAME.size;
/** Frames whose summed magnitude is below this share of the track's mean are pauses. */
const PAUSE = 0.05;

export interface Brightness {
  /** Median centroid of the sounding frames, Hz, to 1. 0 for silence. */
  brightnessHz: number;
  /** Its spread over time: 90th over 10th percentile, in octaves, to 0.01. */
  brightnessRange: number;
  /** Median of each second, Hz, to 1. */
  brightnessCurve: number[];
}

export class BrightnessSink implements FrameSink {
  readonly #centroids: number[] = [];
  readonly #weights: number[] = [];

  frame(_index: number, magnitude: Float32Array): void {
    let weight = 0;
    let moment = 0;
    for (let k = 1; k < magnitude.length; k++) {
      weight += magnitude[k];
      moment += k * magnitude[k];
    }
    this.#weights.push(weight);
    this.#centroids.push(weight > 0 ? (moment / weight) * HZ_PER_BIN : 0);
  }

  finish(): Brightness {
    const mean = this.#weights.reduce((sum, weight) => sum + weight, 0) / Math.max(1, this.#weights.length);
    const sounding = this.#centroids.filter((_, i) => this.#weights[i] > PAUSE * mean);
    sounding.sort((a, b) => a - b);
    const low = at(sounding, 0.1);
    return {
      brightnessHz: Math.round(at(sounding, 0.5)),
      brightnessRange: low > 0 ? round(Math.log2(at(sounding, 0.9) / low), 2) : 0,
      brightnessCurve: this.#curve(),
    };
  }

  #curve(): number[] {
    const seconds = Math.max(0, Math.ceil((this.#centroids.length - 1) / FRAME_RATE));
    return Array.from({ length: seconds }, (_, second) => {
      const from = Math.floor(second * FRAME_RATE);
      const part = this.#centroids.slice(from, Math.floor((second + 1) * FRAME_RATE));
      return Math.round(
        at(
          part.sort((a, b) => a - b),
          0.5,
        ),
      );
    });
  }
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.round((sorted.length - 1) * share)] ?? 0;
}
