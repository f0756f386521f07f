/**
 * Noise that is always there: what remains in the quietest moments. Hiss is looked for in the treble, where music has
 * the most gaps: there music falls away from band to band, while hiss stays level and even rises with the bands' width.
 */

import { FRAME_RATE } from '../decode/rates.ts';
import { round } from '../round.ts';
import { BAND_COUNT } from '../spectrum/third-octaves.ts';
import { rangesOf, type TimeRange } from '../time-range.ts';
import { energyDb } from './decibel.ts';

/** The quietest twentieth of the sounding frames. */
const QUIET_SHARE = 0.05;
/** Frames more than 40 dB below the track's mean are pauses, where even good recordings fade into nothing. */
const PAUSE = 1e-4;
/** Third-octaves of 4, 6.3 and 8 kHz. The one above is often thinned out by MP3 encoders, noise and all. */
const LOW_BAND = BAND_COUNT - 5;
const TOP_BANDS = [BAND_COUNT - 3, BAND_COUNT - 2] as const;
/**
 * Hiss, relative to the track, and how much the floor may fall from 4 to 8 kHz. The floor of clean tracks, composed and
 * recorded, falls by 5 to 40 dB; with white noise 28 to 45 dB under them by 1 dB or not at all, so that between the last two
 * figures it is less and less certain. Hiss lower than the first figure is not heard under music.
 */
const HISS_FROM_DB = -48;
const HISS_FALL_DB = 2;
const CLEAN_FALL_DB = 4;
/** Share of seconds, the quietest, in which hiss is plainest. */
const PLAINEST_SHARE = 0.1;

export interface NoiseFloor {
  /** Level of the quietest twentieth of the sounding frames, dBFS, to 0.1. */
  noiseFloorDb: number;
  /** What stays between 5.6 and 9 kHz in the quietest moments, relative to the track's level, dB, to 0.1. */
  hissDb: number;
  /** How sure that is noise rather than music, 0 to 1, to 0.01. */
  hissCertainty: number;
  /** Where it is plainest, because there is least music over it; none without hiss. */
  hissRanges: TimeRange[];
}

/** `energies`: mean square per third-octave and frame; `levels`: their sum per frame. */
export function measureNoiseFloor(energies: Float32Array, levels: Float64Array): NoiseFloor {
  const mean = levels.reduce((sum, level) => sum + level, 0) / Math.max(1, levels.length);
  const sounding: number[] = [];
  for (let i = 0; i < levels.length; i++) if (levels[i] > PAUSE * mean) sounding.push(i);
  if (mean < 1e-12 || sounding.length === 0)
    return { noiseFloorDb: -120, hissDb: -120, hissCertainty: 0, hissRanges: [] };
  const floorOf = (band: number) => quietest(sounding.map((i) => energies[i * BAND_COUNT + band]));
  const [lower, upper] = TOP_BANDS.map(floorOf);
  const hissDb = energyDb((lower + upper) / mean);
  const fall = energyDb(floorOf(LOW_BAND)) - energyDb(upper);
  const certainty = Math.max(0, Math.min(1, (CLEAN_FALL_DB - fall) / (CLEAN_FALL_DB - HISS_FALL_DB)));
  const isHeard = hissDb > HISS_FROM_DB && certainty > 0;
  return {
    noiseFloorDb: round(energyDb(quietest(sounding.map((i) => levels[i]))), 1),
    hissDb: round(hissDb, 1),
    hissCertainty: round(certainty, 2),
    hissRanges: isHeard ? findQuietSeconds(levels, PAUSE * mean) : [],
  };
}

function quietest(values: number[]): number {
  values.sort((a, b) => a - b);
  return values[Math.floor(QUIET_SHARE * (values.length - 1))];
}

function findQuietSeconds(levels: Float64Array, pause: number): TimeRange[] {
  const seconds = Math.max(1, Math.floor(levels.length / FRAME_RATE));
  const means = Array.from({ length: seconds }, (_, s) => {
    const inside = levels.subarray(Math.round(s * FRAME_RATE), Math.round((s + 1) * FRAME_RATE));
    return inside.reduce((sum, level) => sum + level, 0) / Math.max(1, inside.length);
  });
  const sounding = means.filter((level) => level > pause).sort((a, b) => a - b);
  const edge = sounding[Math.floor(PLAINEST_SHARE * (sounding.length - 1))] ?? 0;
  return rangesOf(
    means.map((level) => level > pause && level <= edge),
    { step: 1, limit: 5 },
  );
}
