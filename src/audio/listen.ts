/**
 * One pass over the decoded sound for everything that is measured in time rather than in spectra: level, dynamics,
 * stereo, waveform, and the mono signal at the analysis rate that the spectral measures then read.
 */

import { ANALYSIS_RATE } from './decode/rates.ts';
import { makeResampler } from './decode/resample.ts';
import { type Clipping, ClippingMeter } from './level/clipping.ts';
import { type Dynamics, DynamicsMeter } from './level/dynamics.ts';
import { LevelSteps, STEPS_PER_SECOND } from './level/level-steps.ts';
import { type Loudness, LoudnessMeter } from './level/loudness.ts';
import { PeakMeter } from './level/peaks.ts';
import { measureSilence, type Silence } from './level/silence.ts';
import { type Stereo, StereoMeter } from './level/stereo.ts';
import { type TruePeak, TruePeakMeter } from './level/true-peak.ts';
import { round } from './round.ts';
import type { TimeRange } from './time-range.ts';

/** Samples: room for what resampling adds at the end. */
const SPARE = 64;

export interface Levels extends Loudness, TruePeak, Clipping, Silence, Dynamics, Stereo {
  /** True peak over integrated loudness, LU, to 0.1: how much headroom the master leaves for its transients. */
  peakToLoudness: number;
  /** 600 values from 0 to 100, per cent of full scale. */
  peaks: number[];
}

export interface Heard {
  levels: Levels;
  /** The mean of the channels at 22,050 Hz. */
  mono: Float32Array;
  /** Loudness of parts of the track, LUFS; null where there is nothing to hear. */
  loudnessOf(spans: readonly TimeRange[]): number | null;
}

export class Listener {
  readonly #loudness: LoudnessMeter;
  readonly #truePeak: TruePeakMeter;
  readonly #clipping: ClippingMeter;
  readonly #dynamics: DynamicsMeter;
  readonly #stereo: StereoMeter;
  readonly #peaks = new PeakMeter();
  readonly #toAnalysisRate;
  /** Made for the whole track at once: pieces joined at the end would be in memory twice. */
  readonly #mono: Float32Array;
  #monoLength = 0;
  readonly #steps: LevelSteps;

  constructor(rate: number, channels: number, expectedSeconds: number) {
    this.#loudness = new LoudnessMeter(channels);
    this.#truePeak = new TruePeakMeter(rate, channels);
    this.#clipping = new ClippingMeter(rate);
    this.#dynamics = new DynamicsMeter(channels);
    this.#stereo = new StereoMeter(channels);
    this.#toAnalysisRate = makeResampler(rate, ANALYSIS_RATE);
    this.#mono = new Float32Array(Math.ceil(expectedSeconds * ANALYSIS_RATE) + SPARE);
    const meters = [this.#loudness, this.#dynamics, this.#stereo, this.#peaks];
    this.#steps = new LevelSteps(
      rate,
      (step) => {
        for (const meter of meters) meter.add(step);
      },
      (mixed) => this.#keep(this.#toAnalysisRate.push(mixed)),
    );
  }

  push(channels: readonly Float32Array[]): void {
    this.#steps.push(channels);
    this.#truePeak.push(channels);
    this.#clipping.push(channels);
  }

  #keep(samples: Float32Array): void {
    const fitting = samples.subarray(0, this.#mono.length - this.#monoLength);
    this.#mono.set(fitting, this.#monoLength);
    this.#monoLength += fitting.length;
  }

  finish(): Heard {
    this.#steps.finish();
    this.#keep(this.#toAnalysisRate.finish());
    const loudness = this.#loudness.finish();
    const truePeak = this.#truePeak.finish();
    const peaks = this.#peaks.finish();
    const levels = {
      ...loudness,
      ...truePeak,
      peakToLoudness: round(Math.max(0, truePeak.truePeakDb - loudness.integratedLufs), 1),
      ...this.#clipping.finish(),
      ...this.#dynamics.finish(),
      ...this.#stereo.finish(),
      ...measureSilence(this.#peaks.levels(), 1 / STEPS_PER_SECOND),
      peaks,
    };
    return {
      levels,
      mono: this.#mono.subarray(0, this.#monoLength),
      loudnessOf: (spans) => this.#loudness.loudnessOf(spans),
    };
  }
}
