/** What the album's rules look at: three measured and scored tracks, and the few figures they are compared by. */
import type { Transcript } from '#features/recordings/rules-transcript.ts';
import type { TrackScore } from '#features/scoring/rules-score.ts';
import type { AnalysedTrack } from '#features/scoring/rules-shape.ts';
import type { AlbumRange } from './contract-analysis.ts';

/** Raised whenever a part, a curve or a weight of the album's sheet changes. Stored with every analysis. */
export const ALBUM_SHEET_VERSION = '3';

export interface AlbumTrack {
  title: string;
  sound: AnalysedTrack;
  score: TrackScore;
  /** What was transcribed of it, or why nothing was. */
  transcript: Pick<Transcript, 'words' | 'reason'>;
}

/** Exactly three, in the order they were sent. */
export type Three<T> = readonly [T, T, T];

export const mapThree = <T, U>([a, b, c]: Three<T>, make: (item: T, index: number) => U): Three<U> => [
  make(a, 0),
  make(b, 1),
  make(c, 2),
];

export const PAIRS = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const;

export const clamp = (value: number) => Math.min(1, Math.max(0, value));
export const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * 0 to 1: how much is going on, heard as energy. Loudness between -24 and -7 LUFS, sounding third-octaves, how hard it
 * strikes (0.035 is drums that hit), and strokes a bar, in equal shares.
 */
export function energyOf({ integratedLufs, density, rhythm }: AnalysedTrack): number {
  return mean([
    clamp((integratedLufs + 24) / 17),
    clamp(density / 0.8),
    clamp(rhythm.attack / 0.035),
    clamp(rhythm.density / 20),
  ]);
}

/** Seconds of a track heard around a change from one to the next. */
const EDGE_SECONDS = 12;

export const endOf = ({ sound }: AlbumTrack, index: number): AlbumRange => ({
  track: index + 1,
  start: Math.max(0, Math.round(sound.durationSeconds - EDGE_SECONDS)),
  end: Math.round(sound.durationSeconds),
});

export const startOf = ({ sound }: AlbumTrack, index: number): AlbumRange => ({
  track: index + 1,
  start: 0,
  end: Math.round(Math.min(EDGE_SECONDS, sound.durationSeconds)),
});

/** The part of a track that stands for it: its hook, else its most quotable stretch. */
export function heartOf({ sound: { hook } }: AlbumTrack, index: number): AlbumRange {
  const { start, end } = hook.occurrences[0] ?? hook.soundbite;
  return { track: index + 1, start, end };
}
