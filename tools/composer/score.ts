// The written music, before any sound: hits, notes and sung syllables on a time line in seconds.
import type { SectionKind } from './song-spec.ts';

export const DRUMS = [
  'kick',
  'snare',
  'clap',
  'rim',
  'hat',
  'open',
  'shaker',
  'crash',
  'tom',
  'conga',
  'snap',
  'riser',
] as const;
export type DrumName = (typeof DRUMS)[number];

export interface Hit {
  time: number;
  drum: DrumName;
  velocity: number;
}

export interface Note {
  time: number;
  seconds: number;
  midi: number;
  velocity: number;
}

export type Vowel = 'a' | 'e' | 'i' | 'o' | 'u' | 'ae' | 'uh' | 'er';
export type Onset =
  | ''
  | 'h'
  | 's'
  | 'sh'
  | 'f'
  | 't'
  | 'k'
  | 'p'
  | 'd'
  | 'b'
  | 'g'
  | 'm'
  | 'n'
  | 'l'
  | 'w'
  | 'y';

export interface Syllable {
  /** Where the vowel starts; its consonant sounds just before. */
  time: number;
  seconds: number;
  midi: number;
  /** Where the pitch ends, for slides and speech melody; left out, it stays. */
  midiEnd?: number;
  vowel: Vowel;
  vowelEnd?: Vowel;
  onset: Onset;
  velocity: number;
}

export interface Section {
  kind: SectionKind;
  /** Counts sections of the same kind, from 0. */
  nth: number;
  startBar: number;
  bars: number;
  start: number;
  end: number;
  /** 0 to 1: how much plays and how hard. */
  energy: number;
}

export interface Score {
  hits: Hit[];
  bass: Note[];
  chords: Note[];
  /** Wide chords that only the big sections have. */
  wall: Note[];
  /** Arpeggios, stabs, guitar figures. */
  colour: Note[];
  lead: Note[];
  voice: Syllable[];
  doubles: Syllable[];
  harmony: Syllable[];
  adlibs: Syllable[];
}

export function emptyScore(): Score {
  return {
    hits: [],
    bass: [],
    chords: [],
    wall: [],
    colour: [],
    lead: [],
    voice: [],
    doubles: [],
    harmony: [],
    adlibs: [],
  };
}
