// Keys, chords and voicings: just enough harmony to write songs in one key.
import type { Mode } from './song-spec.ts';

export const NOTE_NAMES = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'] as const;

const SCALES: Record<Mode, readonly number[]> = {
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
};

export interface Key {
  tonic: number;
  mode: Mode;
}

/** How many thirds are stacked: 3 a triad, 4 a seventh chord, 5 a ninth chord. */
export type Stack = 3 | 4 | 5;

export function keyName(key: Key): string {
  return `${NOTE_NAMES[key.tonic]} ${key.mode}`;
}

/** MIDI number of a scale step; step 0 is the tonic in octave 4, step 7 the one above. */
export function scaleToMidi(key: Key, step: number): number {
  const octave = Math.floor(step / 7);
  return 60 + key.tonic + 12 * octave + SCALES[key.mode][step - 7 * octave];
}

export function midiToHz(midi: number): number {
  return 440 * 2 ** ((midi - 69) / 12);
}

/** Pitch classes of the diatonic chord on a scale degree (0 to 6), root first. */
export function chordClasses(key: Key, degree: number, stack: Stack): number[] {
  const classes: number[] = [];
  for (let third = 0; third < stack; third++)
    classes.push((((scaleToMidi(key, degree + 2 * third) % 12) + 12) % 12) as number);
  return classes;
}

/** Root of a degree as a bass note, in the octave from E1 (28) to D#2 (39). */
export function bassRoot(key: Key, degree: number): number {
  return 28 + ((((scaleToMidi(key, degree) - 28) % 12) + 12) % 12);
}

/** Puts each pitch class where it moves least from `centre`, keeping all within an octave and a half. */
export function voiceChord(classes: readonly number[], centre: number): number[] {
  const notes = classes.map((pitchClass) => {
    const below = centre - 6;
    return below + ((((pitchClass - below) % 12) + 12) % 12);
  });
  notes.sort((a, b) => a - b);
  // Two notes a semitone apart at the bottom sound muddy: lift the lower one by an octave.
  if (notes.length > 3 && notes[1] - notes[0] === 1) notes.push((notes.shift() as number) + 12);
  return notes;
}

/** The scale step nearest to `step` that belongs to the chord on `degree`. */
export function nearestChordStep(step: number, degree: number): number {
  let best = step;
  let distance = 99;
  for (let candidate = step - 3; candidate <= step + 3; candidate++) {
    const relative = (((candidate - degree) % 7) + 7) % 7;
    if ((relative === 0 || relative === 2 || relative === 4) && Math.abs(candidate - step) < distance) {
      best = candidate;
      distance = Math.abs(candidate - step);
    }
  }
  return best;
}
