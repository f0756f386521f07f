/**
 * Onset strength: how much new energy arrives in each short frame. Half-wave rectified flux of log-compressed mel
 * bands with a maximum filter across bands against vibrato (SuperFlux: Boeck & Widmer, DAFx 2013), and the same flux
 * for the bands where kick, snare and hat speak. Invariant to gain: magnitudes are scaled by the track's own level.
 */

import { ANALYSIS_RATE } from '../decode/rates.ts';
import type { FrameShape, FrameSink } from '../spectrum/frames.ts';
import { createMelBank } from '../spectrum/mel.ts';

/** 46 ms windows every 11.6 ms: fine enough to tell a swung sixteenth from a straight one. */
export const ONSET_FRAME: FrameShape = { size: 1024, hop: 256 };
/** Onset frames per second. */
export const ONSET_RATE = ANALYSIS_RATE / ONSET_FRAME.hop;

const BANDS = 40;
const LOW_HZ = 30;
const HIGH_HZ = 10_500;
/** Flux compares with the frame this far back, so that a 46 ms window does not hide half of a rise. */
const LAG_FRAMES = 2;
/** log(1 + C x), x being 1 for white noise of the track's own level: quiet passages still count, hiss does not. */
const COMPRESSION = 12;
/** Flux below this is jitter of the transform itself (a steady tone's frames differ in phase), not an event. */
const FLUX_FLOOR = 0.003;
/** Below this RMS (-90 dBFS) there is nothing to hear. */
const SILENCE_RMS = 3e-5;
/** Hz. Fundamental of a kick; rattle and body of a snare or clap; hats, shakers and cymbals. */
const DRUM_BANDS = { kick: [30, 120], snare: [180, 5000], hat: [6500, 10_500] } as const;

export interface Onsets {
  /** Frames per second of every curve below. */
  rate: number;
  /** Flux over all bands, local mean removed, never negative. */
  strength: Float32Array;
  kick: Float32Array;
  snare: Float32Array;
  hat: Float32Array;
}

/** Scale that turns magnitudes of white noise of the track's level into about 1; 0 for silence. */
export function levelScale(samples: Float32Array, size: number): number {
  let even = 0;
  let odd = 0;
  // Two sums side by side: one alone would wait for each addition before the next.
  for (let i = 0; i + 1 < samples.length; i += 2) {
    even += samples[i] * samples[i];
    odd += samples[i + 1] * samples[i + 1];
  }
  const rms = Math.sqrt((even + odd) / Math.max(1, samples.length));
  // A Hann window keeps 3/8 of the power.
  return rms < SILENCE_RMS ? 0 : 1 / (rms * Math.sqrt((3 * size) / 8));
}

export class OnsetSink implements FrameSink {
  private readonly bank = createMelBank(BANDS, LOW_HZ, HIGH_HZ, ONSET_FRAME.size, ANALYSIS_RATE);
  private readonly history = Array.from({ length: LAG_FRAMES + 1 }, () => new Float32Array(BANDS));
  private readonly mel = new Float32Array(BANDS);
  private readonly drums: { curve: Float32Array; from: number; to: number }[];
  private readonly flux: Float32Array;

  constructor(
    samples: Float32Array,
    private readonly scale: number = levelScale(samples, ONSET_FRAME.size),
  ) {
    const frames = Math.ceil(samples.length / ONSET_FRAME.hop);
    this.flux = new Float32Array(frames);
    this.drums = [DRUM_BANDS.kick, DRUM_BANDS.snare, DRUM_BANDS.hat].map(([low, high]) => ({
      curve: new Float32Array(frames),
      from: this.bank.centres.findIndex((hz) => hz >= low),
      to: this.bank.centres.findLastIndex((hz) => hz <= high) + 1,
    }));
  }

  frame(index: number, magnitude: Float32Array): void {
    const now = this.history[index % this.history.length];
    // Before the first frame there was silence: the history starts out as zeros.
    const before = this.history[(index + 1) % this.history.length];
    this.bank.apply(magnitude, this.mel);
    const scale = COMPRESSION * this.scale;
    for (let b = 0; b < BANDS; b++) now[b] = Math.log(1 + scale * this.mel[b]);
    const rises = this.mel;
    this.flux[index] = findRises(before, now, rises) / BANDS;
    for (const { curve, from, to } of this.drums) {
      let sum = 0;
      for (let b = from; b < to; b++) sum += rises[b];
      curve[index] = sum / (to - from);
    }
  }

  finish(): Onsets {
    const [kick, snare, hat] = this.drums.map(({ curve }) => removeLocalMean(curve));
    return { rate: ONSET_RATE, strength: removeLocalMean(this.flux), kick, snare, hat };
  }
}

/** Rise of each band over the highest of its three neighbours before, written into `out`; returns their sum. */
function findRises(before: Float32Array, now: Float32Array, out: Float32Array): number {
  let sum = 0;
  for (let b = 0; b < BANDS; b++) {
    let reference = before[b];
    if (b > 0 && before[b - 1] > reference) reference = before[b - 1];
    if (b + 1 < BANDS && before[b + 1] > reference) reference = before[b + 1];
    const rise = now[b] - reference;
    out[b] = Math.max(0, rise);
    sum += out[b];
  }
  return sum;
}

/** Seconds on either side of a frame whose mean counts as its background. */
const BACKGROUND_SECONDS = 0.4;

/** What stands out of a running mean; the rest is zero. */
export function removeLocalMean(
  curve: Float32Array,
  halfWindow = Math.round(BACKGROUND_SECONDS * ONSET_RATE),
): Float32Array {
  const out = new Float32Array(curve.length);
  let sum = 0;
  let from = 0;
  let to = 0;
  for (let i = 0; i < curve.length; i++) {
    while (to < Math.min(curve.length, i + halfWindow + 1)) sum += curve[to++];
    while (from < i - halfWindow) sum -= curve[from++];
    out[i] = Math.max(0, curve[i] - sum / (to - from) - FLUX_FLOOR);
  }
  return out;
}
