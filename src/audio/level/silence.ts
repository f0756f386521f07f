/** Silence: how long before the first and after the last sound, and gaps within the track. */

import { round } from '../round.ts';
import { rangesOf, type TimeRange } from '../time-range.ts';
import { SILENCE_DB } from './decibel.ts';

/** Below the loudest moment by this many dB counts as silent (relative, so that gain changes nothing) ... */
const BELOW_LOUDEST = 50;
/** ... and below this in any case, dBFS. */
const ABSOLUTE = -70;
/** Seconds a gap must last to be one, and not a rest between notes. */
const MIN_GAP = 1;

export interface Silence {
  /** s, to 0.1. A silent track is all leading silence. */
  leadingSilence: number;
  trailingSilence: number;
  /** Share of the track that is silent, to 0.01. */
  silentShare: number;
  /** Gaps of a second or more after the first and before the last sound. */
  silentRanges: TimeRange[];
}

/** `levels` are peak amplitudes in dBFS, one per `step` seconds. */
export function measureSilence(levels: Float32Array, step: number): Silence {
  const loudest = levels.reduce((max, level) => Math.max(max, level), SILENCE_DB);
  const threshold = Math.max(ABSOLUTE, loudest - BELOW_LOUDEST);
  const silent = Array.from(levels, (level) => level <= threshold);
  const first = silent.indexOf(false);
  const last = silent.lastIndexOf(false);
  const total = levels.length;
  if (first < 0) {
    return { leadingSilence: round(total * step, 1), trailingSilence: 0, silentShare: 1, silentRanges: [] };
  }
  const within = silent.map((value, i) => value && i > first && i < last);
  return {
    leadingSilence: round(first * step, 1),
    trailingSilence: round((total - 1 - last) * step, 1),
    silentShare: round(silent.filter(Boolean).length / total, 2),
    silentRanges: rangesOf(within, { step, minLength: MIN_GAP }),
  };
}
