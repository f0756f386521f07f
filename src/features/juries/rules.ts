/** Juries: who hears what, what grades amount to, and how a ballot is spelled before it is committed to. */
import type { METHODS } from './limits.ts';

export type Method = (typeof METHODS)[number];

export interface Criterion {
  id: string;
  name: string;
  weight: number;
}
export type Grades = Record<string, number>;

export const METHOD_WORDS: Record<Method, string> = {
  median: 'Median grade',
  schulze: 'Schulze',
  majority: 'Majority judgment',
};

/** The jurors of each track: all different, and no juror has two tracks more than another. */
export function assignSeats(tracks: number, jurors: readonly number[], perTrack: number): number[][] {
  return Array.from({ length: tracks }, (_, track) =>
    Array.from({ length: perTrack }, (_, seat) => jurors[(track * perTrack + seat) % jurors.length]),
  );
}

/** 0 → A, 25 → Z, 26 → AA. */
export function letterOf(place: number): string {
  const last = String.fromCharCode(65 + (place % 26));
  return place < 26 ? last : letterOf(Math.floor(place / 26) - 1) + last;
}

/** Weighted mean, to 0.01. */
export function weighGrades(criteria: readonly Criterion[], grades: Grades): number {
  const weight = criteria.reduce((sum, one) => sum + one.weight, 0);
  const sum = criteria.reduce((total, { id, weight: own }) => total + own * grades[id], 0);
  return Math.round((100 * sum) / weight) / 100;
}

/** Exactly the jury's criteria, each once. */
export const isComplete = (criteria: readonly Criterion[], grades: Grades): boolean =>
  Object.keys(grades).length === criteria.length && criteria.every(({ id }) => Object.hasOwn(grades, id));

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/** Apart by so much of ten, jurors do not agree. */
export const DISAGREEMENT = 4;

export interface BallotText {
  jury: number;
  track: number;
  juror: string;
  grades: Grades;
  wordsSha256: string;
  nonce: string;
}

/**
 * A ballot as it is hashed: a line each, always in this order, criteria in that of the jury. Whoever has these lines can
 * compare their SHA-256 with the commitment that was public before anybody knew them.
 */
export function spellBallot(criteria: readonly Pick<Criterion, 'id'>[], ballot: BallotText): string {
  const { jury, track, juror, grades, wordsSha256, nonce } = ballot;
  return [
    'soundcheck/ballot/v1',
    `jury ${jury}`,
    `track ${track}`,
    `juror ${juror}`,
    ...criteria.map(({ id }) => `grade ${id} ${grades[id]}`),
    `words ${wordsSha256}`,
    `nonce ${nonce}`,
    '',
  ].join('\n');
}
