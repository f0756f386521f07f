/**
 * Swing: where between two beats (and between two eighths) the stroke in the middle really falls, as drum machines
 * count it: 50% is straight, 66.7% a triplet.
 */

import { round } from '../round.ts';
import type { Onsets } from './onsets.ts';

/** Bins a beat of the averaged onset profile. */
const BINS = 48;
/** Percent between which a middle stroke may fall. */
const EARLIEST = 46;
const LATEST = 72;
/** The middle stroke must stand this far out of the mean between the beats to say anything. */
const CLEAR = 1.5;

export interface Swing {
  /** Percent, to 1; 50 when there is no middle stroke to judge. */
  eighths: number;
  sixteenths: number;
}

export function measureSwing(beats: Float32Array, onsets: Onsets): Swing {
  const profile = averageBeat(beats, onsets);
  const half = profile.slice(0, BINS / 2).map((v, i) => v + profile[i + BINS / 2]);
  return { eighths: middle(profile), sixteenths: middle(half) };
}

/** Mean onset strength over the course of a beat. */
function averageBeat(beats: Float32Array, { strength, rate }: Onsets): Float32Array {
  const profile = new Float32Array(BINS);
  for (let i = 0; i + 1 < beats.length; i++) {
    const step = (beats[i + 1] - beats[i]) / BINS;
    for (let b = 0; b < BINS; b++) {
      const at = (beats[i] + b * step) * rate - ADVANCE_FRAMES;
      const low = Math.floor(at);
      if (low < 0 || low + 1 >= strength.length) continue;
      profile[b] += strength[low] + (strength[low + 1] - strength[low]) * (at - low);
    }
  }
  return profile;
}

/** Frames by which onset strength runs ahead of beat times; see beats.ts. */
const ADVANCE_FRAMES = 0.6;

/** Centre of the highest peak in the range, counted from the centre of the stroke on the beat, in percent. */
function middle(profile: Float32Array): number {
  const length = profile.length;
  const peak = findPeak(profile, Math.floor((EARLIEST / 100) * length), Math.ceil((LATEST / 100) * length));
  const mean = profile.reduce((a, b) => a + b, 0) / length;
  if (profile[peak] < CLEAR * mean || profile[peak] === 0) return 50;
  // Flux lags behind a stroke by the same little bit on and off the beat: only the distance counts.
  const onBeat = centre(profile, findPeak(profile, -BEAT_BINS, BEAT_BINS));
  return round(Math.max(50, (100 * (centre(profile, peak) - onBeat)) / length), 0);
}

/** Bins around the beat in which its own stroke is looked for. */
const BEAT_BINS = 2;

const at = (profile: Float32Array, bin: number): number => profile[(bin + profile.length) % profile.length];

function findPeak(profile: Float32Array, from: number, to: number): number {
  let peak = from;
  for (let bin = from; bin <= to; bin++) if (at(profile, bin) > at(profile, peak)) peak = bin;
  return peak;
}

/** Centre of gravity of a peak and its two neighbours. */
function centre(profile: Float32Array, peak: number): number {
  let weight = 0;
  let sum = 0;
  for (let bin = peak - 1; bin <= peak + 1; bin++) {
    weight += at(profile, bin);
    sum += at(profile, bin) * bin;
  }
  return weight > 0 ? sum / weight : peak;
}
