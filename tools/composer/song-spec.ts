// What a song is asked to be (SongSpec) and what is known to be true of it afterwards (SongTruth).
import { Rng } from './random.ts';

export const GENRES = ['Hip Hop', 'R&B', 'Pop', 'Dancehall'] as const;
export type Genre = (typeof GENRES)[number];
export type Mode = 'major' | 'minor';
export type Substyle =
  | 'boom-bap'
  | 'trap'
  | 'slow-jam'
  | 'neo-soul'
  | 'four-floor'
  | 'backbeat'
  | 'dembow'
  | 'bashment';
export type VocalKind = 'rap' | 'sung' | 'toast' | 'none';
export type Register = 'low' | 'mid' | 'high';
export type SectionKind = 'intro' | 'verse' | 'pre' | 'hook' | 'bridge' | 'outro';

/** Deliberate faults, so that measured scores spread. Each is audible and measurable. */
export const FLAWS = [
  'quiet',
  'clipped',
  'dull',
  'mono',
  'phasey',
  'late-hook',
  'loop-only',
  'buried-vocal',
  'boomy',
  'hiss',
] as const;
export type Flaw = (typeof FLAWS)[number];

export interface SongSpec {
  seed: number;
  genre: Genre;
  substyle: Substyle;
  tempoBpm: number;
  /** Pitch class of the tonic, 0 = C. */
  tonic: number;
  mode: Mode;
  /** How late every second sixteenth comes, as a part of a sixteenth: 0 straight, 0.33 triplet. */
  swing: number;
  vocal: VocalKind;
  register: Register;
  targetSeconds: number;
  /** Integrated loudness after mastering; flaws may move it. */
  targetLufs: number;
  flaws: Flaw[];
  /** Which of the forms in form.ts; left out, the nearest to targetSeconds is taken. */
  form?: string;
}

export interface Span {
  start: number;
  end: number;
}

export interface SectionTruth extends Span {
  kind: SectionKind;
}

export interface SongTruth {
  seed: number;
  genre: Genre;
  substyle: Substyle;
  tempoBpm: number;
  /** The tempo a listener may also tap: half of it for half-time drums. */
  tempoAlso: number[];
  /** For example 'F# minor'. */
  key: string;
  tonic: number;
  mode: Mode;
  beatsPerBar: 4;
  barSeconds: number;
  /** Seconds of the first downbeat; bars follow every barSeconds. */
  firstDownbeat: number;
  seconds: number;
  sections: SectionTruth[];
  hooks: Span[];
  /** Stretches in which a voice sings, raps or toasts. */
  vocals: Span[];
  flaws: Flaw[];
}

interface GenreRange {
  substyles: readonly Substyle[];
  tempo: Record<string, readonly [number, number]>;
  minor: number;
  vocal: readonly VocalKind[];
  lufs: readonly [number, number];
}

const RANGES: Record<Genre, GenreRange> = {
  'Hip Hop': {
    substyles: ['boom-bap', 'trap'],
    tempo: { 'boom-bap': [84, 97], trap: [132, 150] },
    minor: 0.85,
    vocal: ['rap'],
    lufs: [-13, -9.5],
  },
  'R&B': {
    substyles: ['slow-jam', 'neo-soul'],
    tempo: { 'slow-jam': [62, 74], 'neo-soul': [76, 92] },
    minor: 0.5,
    vocal: ['sung'],
    lufs: [-15, -11.5],
  },
  Pop: {
    substyles: ['four-floor', 'backbeat'],
    tempo: { 'four-floor': [114, 128], backbeat: [100, 116] },
    minor: 0.4,
    vocal: ['sung'],
    lufs: [-12, -9.5],
  },
  Dancehall: {
    substyles: ['dembow', 'bashment'],
    tempo: { dembow: [90, 101], bashment: [96, 106] },
    minor: 0.65,
    vocal: ['toast'],
    lufs: [-13, -10],
  },
};

/** A believable song of a genre (or any), fixed by the seed; `changes` overrides what it chose. */
export function randomSpec(seed: number, genre?: Genre, changes: Partial<SongSpec> = {}): SongSpec {
  const rng = new Rng(seed).fork('spec');
  const chosen = changes.genre ?? genre ?? rng.pick(GENRES);
  const range = RANGES[chosen];
  const substyle = changes.substyle ?? rng.pick(range.substyles);
  const [slow, fast] = range.tempo[substyle];
  const swung = { 'boom-bap': 0.2, 'slow-jam': 0.14, 'neo-soul': 0.26 }[substyle as string] ?? 0;
  const spec: SongSpec = {
    seed,
    genre: chosen,
    substyle,
    tempoBpm: rng.int(slow, fast),
    tonic: rng.int(0, 11),
    mode: rng.chance(range.minor) ? 'minor' : 'major',
    swing: swung === 0 ? 0 : swung + rng.range(-0.04, 0.04),
    vocal: rng.chance(0.12) ? 'none' : rng.pick(range.vocal),
    register: rng.pick(['low', 'mid', 'high'] as const),
    targetSeconds: rng.range(31, 44),
    targetLufs: Math.round(rng.range(range.lufs[0], range.lufs[1]) * 10) / 10,
    flaws: [],
  };
  return { ...spec, ...changes, genre: chosen, substyle };
}
