/** A tempo may be counted at half or at double speed: where both are near, both are said. */

interface Counted {
  tempoBpm: number;
  /** Share of the accents that fall between the beats. */
  offbeat: number;
}

/** BPM: slower is often counted double; faster is often counted half. */
const SLOW = 75;
const FAST = 165;
/** With as many accents between the beats as on them, a reading below the first may as well be double, up to the second. */
const BUSY_OFFBEAT = 0.5;
const BUSY_BELOW = 100;

/** The other reading, in whole BPM; null where there is none worth naming. */
export function otherTempo({ tempoBpm, offbeat }: Counted): number | null {
  if (tempoBpm <= 0) return null;
  if (tempoBpm > FAST) return Math.round(tempoBpm / 2);
  const isBusy = tempoBpm < BUSY_BELOW && offbeat >= BUSY_OFFBEAT;
  return tempoBpm < SLOW || isBusy ? Math.round(2 * tempoBpm) : null;
}
