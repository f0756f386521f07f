/** The shape of what is said about a term of the score sheet, and the figures of speech all of it shares. */
import type { AnalysedTrack } from './rules-shape.ts';

export interface TimeRange {
  start: number;
  end: number;
}

export interface Wording {
  good(value: number, track: AnalysedTrack): string;
  bad(value: number, track: AnalysedTrack): string;
  /** What the artist can do; the gain is appended. */
  advice(value: number, track: AnalysedTrack): string;
  /** Where it can be heard. */
  where?(track: AnalysedTrack): TimeRange[];
}

export function formatTime(seconds: number): string {
  const whole = Math.floor(seconds + 1e-6);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

export const at = (range: TimeRange | undefined) => (range ? ` at ${formatTime(range.start)}` : '');
export const between = (range: TimeRange | undefined) =>
  range ? ` between ${formatTime(range.start)} and ${formatTime(range.end)}` : '';
export const one = (value: number) => value.toFixed(1);
export const whole = (value: number) => String(Math.round(value));
export const percent = (value: number) =>
  value < 1 && value > 0 ? `${value.toFixed(2)}%` : `${Math.round(value)}%`;
export const times = (count: number) =>
  count < 1 ? 'never' : count < 2 ? 'once' : count < 3 ? 'twice' : `${whole(count)} times`;

/** Below the first confidence nothing is stated as fact; from the second on, it is stated without reserve (0 to 1). */
export const UNSURE = 0.35;
export const SURE = 0.6;

/** 'F#m' as people say it: 'F♯ minor'. */
export function sayKey(key: string): string {
  if (!key) return 'no clear key';
  const [, note, sign, minor] = /^([A-G])([#b]?)(m?)$/.exec(key) ?? [];
  if (!note) return key;
  const accidental = sign === '#' ? '♯' : sign === 'b' ? '♭' : '';
  return `${note}${accidental} ${minor ? 'minor' : 'major'}`;
}
