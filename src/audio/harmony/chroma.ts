/**
 * Chroma: how strong each of the twelve pitch classes is, from spectral peaks only (so drums hardly count), less what
 * is merely an overtone of a lower note (a fifth or a third nobody played), on the track's own tuning. One vector for
 * the harmony and one for the bass, 10.8 times a second.
 */
import { PITCH_RATE } from '../decode/decimate.ts';
import type { FrameShape, FrameSink } from '../spectrum/frames.ts';
import { visitPeaks } from './spectral-peaks.ts';

/** 372 ms windows every 93 ms at the pitch rate: 2.7 Hz apart, a semitone at 55 Hz. */
export const PITCH_FRAME: FrameShape = { size: 2048, hop: 512 };
export const PITCH_HZ_PER_BIN = PITCH_RATE / PITCH_FRAME.size;
/** Chroma vectors a second. */
export const CHROMA_RATE = PITCH_RATE / PITCH_FRAME.hop;

const LOW_HZ = 50;
const HIGH_HZ = 2200;
/** Up to here a peak is taken for a bass note; a fifth above, its share has faded. */
const BASS_HZ = 200;
/**
 * Overtones that are another pitch class than their fundamental, and how strong each may be beside it: thirds and
 * sevenths nobody played go, but a twelfth only in part, since most chords do hold their root's fifth.
 */
const OVERTONES = [
  { harmonic: 3, share: 0.15 },
  { harmonic: 5, share: 0.25 },
  { harmonic: 6, share: 0.08 },
  { harmonic: 7, share: 0.18 },
] as const;
/** log(1 + C x) over the frame's strongest peak: inner voices count beside the loudest. */
const COMPRESSION = 30;
/** A frame counts in full when its strongest peak is this many times white noise of the track's level. */
const AUDIBLE = 2;
/** cents; a peak further than this from a semitone's centre is shared with the next. */
const FULL_CENTS = 20;

export interface Chroma {
  rate: number;
  /** Frame after frame, 12 values from C up. */
  harmony: Float32Array;
  bass: Float32Array;
}

export class ChromaSink implements FrameSink {
  private readonly harmony: Float32Array;
  private readonly bass: Float32Array;
  private readonly peaks: { hz: number; height: number }[] = [];

  constructor(
    frames: number,
    private readonly tuningCents: number,
    /** Turns magnitudes into multiples of the track's level; see levelScale. */
    private readonly scale: number,
  ) {
    this.harmony = new Float32Array(frames * 12);
    this.bass = new Float32Array(frames * 12);
  }

  frame(index: number, magnitude: Float32Array): void {
    this.peaks.length = 0;
    let top = 0;
    visitPeaks(magnitude, PITCH_HZ_PER_BIN, LOW_HZ, HIGH_HZ, (hz, height) => {
      this.peaks.push({ hz, height: height - explainedBy(magnitude, hz) });
      if (height > top) top = height;
    });
    const audible = Math.min(1, (top * this.scale) / AUDIBLE);
    for (const { hz, height } of this.peaks)
      if (height > 0) this.add(index * 12, hz, audible * Math.log1p((COMPRESSION * height) / top));
  }

  private add(at: number, hz: number, strength: number): void {
    const semitones = 12 * Math.log2(hz / 440) + 9 - this.tuningCents / 100;
    spread(this.harmony, at, semitones, strength);
    const bassShare = Math.min(1, Math.max(0, 1 - Math.log2(hz / BASS_HZ) / 0.585));
    if (bassShare > 0) spread(this.bass, at, semitones, strength * bassShare);
  }

  finish(): Chroma {
    return { rate: CHROMA_RATE, harmony: this.harmony, bass: this.bass };
  }
}

/** Magnitude at a frequency that a lower note's overtone would already account for. */
function explainedBy(magnitude: Float32Array, hz: number): number {
  let most = 0;
  for (const { harmonic, share } of OVERTONES) {
    const bin = Math.round(hz / harmonic / PITCH_HZ_PER_BIN);
    if (bin * PITCH_HZ_PER_BIN < LOW_HZ) break;
    const fundamental = Math.max(magnitude[bin - 1], magnitude[bin], magnitude[bin + 1]);
    most = Math.max(most, share * fundamental);
  }
  return most;
}

/** Adds to the nearest pitch class, or to the two nearest when it lies between. */
function spread(out: Float32Array, at: number, semitones: number, weight: number): void {
  const nearest = Math.round(semitones);
  const off = semitones - nearest;
  const beyond = Math.max(0, (Math.abs(off) * 100 - FULL_CENTS) / (100 - 2 * FULL_CENTS));
  out[at + wrap(nearest)] += weight * (1 - beyond);
  if (beyond > 0) out[at + wrap(nearest + Math.sign(off))] += weight * beyond;
}

const wrap = (pitch: number): number => ((pitch % 12) + 12) % 12;
