/** How far two keys and two tempos are apart, as a DJ or a sequencing engineer counts it. */

const PITCHES = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'];
/** Semitones from a minor key up to its relative major. */
const RELATIVE_MAJOR = 3;

/** Place on the circle of fifths, 0 to 11; a minor key stands where its relative major does. Null without a key. */
export function fifthsOf(key: string): number | null {
  const minor = key.endsWith('m');
  const pitch = PITCHES.indexOf(minor ? key.slice(0, -1) : key);
  if (pitch < 0) return null;
  // Seven semitones are one step of the circle, and 7 is its own inverse modulo 12.
  return ((pitch + (minor ? RELATIVE_MAJOR : 0)) * 7) % 12;
}

export const isMinor = (key: string): boolean => key.endsWith('m');

/** Steps on the circle of fifths, 0 to 6: 0 shares all its notes, 1 all but one. Null when either has no key. */
export function keySteps(from: string, to: string): number | null {
  const [a, b] = [fifthsOf(from), fifthsOf(to)];
  if (a === null || b === null) return null;
  const apart = Math.abs(a - b);
  return Math.min(apart, 12 - apart);
}

/** Relative change of tempo, counting half and double time as the same: 0.1 is 10% faster, at most ±0.41. */
export function tempoChange(from: number, to: number): number {
  if (!(from > 0) || !(to > 0)) return 0;
  const octaves = Math.log2(to / from);
  return 2 ** (octaves - Math.round(octaves)) - 1;
}

export function sayKeyStep(from: string, to: string): string {
  const steps = keySteps(from, to);
  if (steps === null) return 'no clear key on one side, so nothing clashes';
  if (from === to) return 'the same key';
  if (steps === 0) return 'the relative key: all notes shared';
  if (steps === 1) return 'one step on the circle of fifths: one note differs';
  return `${steps} steps on the circle of fifths${steps >= 4 ? ': a hard turn' : ''}`;
}
