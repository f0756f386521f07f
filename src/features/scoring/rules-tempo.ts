/**
 * The same pulse may be counted at half or at double speed. That there is a pulse is scored; at which speed people would count it is
 * for words alone: unless one reading is clearly ahead, both are said.
 */
import type { Octaves } from '#audio/rhythm/octave.ts';

export interface Counted {
  tempoBpm: number;
  /** Analyses by engines before 16 have none. */
  tempoOctaves?: Octaves;
}

/** Slower is counted double, faster half, at least as often as not in published sets (BPM). */
export const SLOW = 75;
export const FAST = 150;
/** A reading this likely is worth naming. */
const NAMED_FROM = 0.1;

/** The other reading, in whole BPM; null where this one is clearly ahead. */
export function otherTempo({ tempoBpm, tempoOctaves }: Counted): number | null {
  if (tempoBpm <= 0) return null;
  const { half, double } = tempoOctaves ?? { half: 0, double: 0 };
  if (tempoBpm > FAST || (half >= NAMED_FROM && half > double)) return Math.round(tempoBpm / 2);
  return tempoBpm < SLOW || double >= NAMED_FROM ? Math.round(2 * tempoBpm) : null;
}

/** '65 or 130' where it may be counted either way. */
export const sayTempo = (counted: Counted) => sayReadings(counted.tempoBpm, otherTempo(counted));

/** The same where the other reading is known. */
export const sayReadings = (tempoBpm: number, other: number | null | undefined) =>
  `${Math.round(tempoBpm)}${other ? ` or ${other}` : ''}`;
