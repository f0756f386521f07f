/** Amplitudes and energies (1 = full scale) as decibels. */

/** Below this there is nothing to hear; it also keeps -Infinity out of results. */
export const SILENCE_DB = -120;

export function amplitudeDb(amplitude: number): number {
  return Math.max(SILENCE_DB, 20 * Math.log10(amplitude));
}

export function energyDb(meanSquare: number): number {
  return Math.max(SILENCE_DB, 10 * Math.log10(meanSquare));
}
