// The vocabulary of a style: kit, instruments, patterns, harmony, rhythm of the words, and levels in the mixer.
import type { KitCharacter } from './drum-kit.ts';
import type { DrumName } from './score.ts';
import type { Mode } from './song-spec.ts';
import type { Stack } from './theory.ts';
import type { ToneName } from './tones.ts';

/** Sixteen characters, one a sixteenth: '.' rests, '1' to '9' is how hard. */
export type Pattern = string;
export type DrumBar = Partial<Record<DrumName, Pattern>>;
/** [start, length] in sixteenths, within one bar. */
export type Cell = readonly (readonly [number, number])[];

export interface Style {
  kit: KitCharacter;
  stack: Stack;
  progressions: Record<Mode, readonly (readonly number[])[]>;
  tones: {
    bass: readonly ToneName[];
    chords: readonly ToneName[];
    wall: ToneName;
    colour: readonly ToneName[];
    lead: readonly ToneName[];
  };
  /** Alternatives for a bar of verse and of hook; one is chosen for the whole song. */
  drums: { verse: readonly DrumBar[]; hook: readonly DrumBar[] };
  /** Bass rhythm; the digit is how hard, letters move: 'o' octave up, 'v' fifth. */
  bass: { verse: readonly Pattern[]; hook: readonly Pattern[] };
  /** Chord rhythm: null holds each chord for its bar. */
  comp: { verse: Pattern | null; hook: Pattern | null };
  colour: 'arpeggio' | 'skank' | 'riff' | 'none';
  hatRolls: boolean;
  cells: { verse: readonly Cell[]; hook: readonly Cell[] };
  /** Kick ducking of everything else, 0 to 1. */
  pump: number;
  reverbSeconds: number;
  /** Levels in LUFS of each bus before the master. */
  levels: Record<'drums' | 'bass' | 'chords' | 'wall' | 'colour' | 'lead' | 'voice' | 'backing', number>;
}
