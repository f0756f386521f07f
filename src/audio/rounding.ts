/** Every measure is rounded before it leaves this folder, so that the same file gives the same result on any machine. */

/** To `digits` decimal places; never -0, which JSON would lose. */
export function roundTo(value: number, digits: number): number {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor + 0;
}

/** Amplitude (1 = full scale) to decibels, never below `floor`. */
export function toDb(amplitude: number, floor = -120): number {
  return Math.max(floor, 20 * Math.log10(amplitude));
}
