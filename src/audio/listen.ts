/**
 * One pass over the decoded sound for everything that is measured in time rather than in spectra: level, waveform,
 * and the mono signal at the analysis rate that the spectral measures then read.
 */
import { type Loudness, LoudnessMeter } from './loudness.ts';
import { PeakMeter } from './peaks.ts';
import { ANALYSIS_RATE } from './rates.ts';
import { makeResampler } from './resample.ts';
import { type TruePeak, TruePeakMeter } from './true-peak.ts';

export interface Heard extends Loudness, TruePeak {
  peaks: number[];
  /** The mean of the channels at 22,050 Hz. */
  mono: Float32Array;
}

export class Listener {
  readonly #loudness: LoudnessMeter;
  readonly #truePeak: TruePeakMeter;
  readonly #peaks: PeakMeter;
  readonly #toAnalysisRate;
  readonly #mono: Float32Array[] = [];

  constructor(rate: number, channels: number) {
    this.#loudness = new LoudnessMeter(rate, channels);
    this.#truePeak = new TruePeakMeter(rate, channels);
    this.#peaks = new PeakMeter(rate);
    this.#toAnalysisRate = makeResampler(rate, ANALYSIS_RATE);
  }

  push(channels: readonly Float32Array[]): void {
    this.#loudness.push(channels);
    this.#truePeak.push(channels);
    this.#peaks.push(channels);
    this.#mono.push(this.#toAnalysisRate.push(mixDown(channels)));
  }

  finish(): Heard {
    this.#mono.push(this.#toAnalysisRate.finish());
    return {
      ...this.#loudness.finish(),
      ...this.#truePeak.finish(),
      peaks: this.#peaks.finish(),
      mono: join(this.#mono),
    };
  }
}

function mixDown(channels: readonly Float32Array[]): Float32Array {
  const [left, right] = channels;
  if (!right) return left;
  const mono = new Float32Array(left.length);
  for (let i = 0; i < mono.length; i++) mono[i] = 0.5 * (left[i] + right[i]);
  return mono;
}

/** Empties the list while joining it, so that the track is not in memory twice. */
function join(parts: Float32Array[]): Float32Array {
  const joined = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  parts.length = 0;
  return joined;
}
