/**
 * Noise that is always there: what remains in the quietest moments. Hiss is looked for where music has the most gaps,
 * at the top: in its pauses music falls away towards the treble, while hiss stays and even rises with the bands' width.
 */
import { energyDb } from './decibel.ts';
import { round } from './round.ts';
import { BAND_COUNT } from './third-octaves.ts';

/** The quietest twentieth of the sounding frames. */
const QUIET_SHARE = 0.05;
/** Frames more than 40 dB below the track's mean are pauses, where even good recordings fade into nothing. */
const PAUSE = 1e-4;
/** Hiss is read from the two highest bands, 8 and 10 kHz. */
const TOP_BANDS = [BAND_COUNT - 2, BAND_COUNT - 1] as const;
/**
 * Hiss, relative to the track: clean tracks measured -38 and lower, falling by 2 to 6 dB from one band to the next; the
 * same with white noise 25 dB under them -34 and higher, falling by 1 dB at most.
 */
const HISS_FROM_DB = -36;
const HISS_MAX_FALL_DB = 1.5;

export interface NoiseFloor {
  /** Level of the quietest twentieth of the sounding frames, dBFS, to 0.1. */
  noiseFloorDb: number;
  /** What stays between 7 and 11 kHz in the quietest moments, relative to the track's level, dB, to 0.1. */
  hissDb: number;
  /** True when that is noise rather than music. */
  hiss: boolean;
}

/** `energies`: mean square per third-octave and frame; `levels`: their sum per frame. */
export function measureNoiseFloor(energies: Float32Array, levels: Float64Array): NoiseFloor {
  const mean = levels.reduce((sum, level) => sum + level, 0) / Math.max(1, levels.length);
  const sounding: number[] = [];
  for (let i = 0; i < levels.length; i++) if (levels[i] > PAUSE * mean) sounding.push(i);
  if (mean < 1e-12 || sounding.length === 0) return { noiseFloorDb: -120, hissDb: -120, hiss: false };
  const [lower, upper] = TOP_BANDS.map((band) =>
    quietest(sounding.map((i) => energies[i * BAND_COUNT + band])),
  );
  const hissDb = energyDb((lower + upper) / mean);
  const fall = energyDb(lower) - energyDb(upper);
  return {
    noiseFloorDb: round(energyDb(quietest(sounding.map((i) => levels[i]))), 1),
    hissDb: round(hissDb, 1),
    hiss: hissDb > HISS_FROM_DB && fall < HISS_MAX_FALL_DB,
  };
}

function quietest(values: number[]): number {
  values.sort((a, b) => a - b);
  return values[Math.floor(QUIET_SHARE * (values.length - 1))];
}
