/**
 * The average spectrum of finished popular recordings, as a curve to compare with. Pestana et al., 'Spectral
 * Characteristics of Popular Commercial Recordings 1950-2010' (AES 135, 2013) find a rise to about 100 Hz and from there
 * a fall of 5 dB per octave in power density up to 4 kHz, steeper above; in third-octaves, which widen by 3 dB per
 * octave, that is 2 dB per octave. Six finished tracks measured here fall by 2.1.
 */
import { BAND_CENTRES } from './third-octaves.ts';

const PLATEAU_FROM_HZ = 63;
const PLATEAU_TO_HZ = 100;
const KNEE_HZ = 4000;
/** dB per octave in third-octave bands: below the plateau, from it to the knee, above the knee. */
const RISE = 9;
const FALL = 2;
const STEEP_FALL = 6;

/** dB, per third-octave band; all bands together make 0 dB. */
export const REFERENCE_DB: Float64Array = normalise(BAND_CENTRES.map(shapeAt));

function shapeAt(hz: number): number {
  const below = Math.min(0, Math.log2(hz / PLATEAU_FROM_HZ)) * RISE;
  const within = Math.max(0, Math.log2(Math.min(hz, KNEE_HZ) / PLATEAU_TO_HZ)) * FALL;
  const above = Math.max(0, Math.log2(hz / KNEE_HZ)) * STEEP_FALL;
  return below - within - above;
}

function normalise(curve: Float64Array): Float64Array {
  const total = 10 * Math.log10(curve.reduce((sum, db) => sum + 10 ** (db / 10), 0));
  return curve.map((db) => db - total);
}
