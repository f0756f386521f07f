/** The shape of what is said about a term of the score sheet, and the figures of speech all of it shares. */
import { type Curve, markOn } from './rules-curve.ts';
import type { AnalysedTrack } from './rules-shape.ts';

export interface TimeRange {
  start: number;
  end: number;
}

/** Null: nothing worth saying, or nothing a listener would ask for. */
type Phrase = (value: number, track: AnalysedTrack) => string | null;

export interface Wording {
  good: Phrase;
  bad: Phrase;
  /** What the advice is after: of several with one aim the one that gains most is given. Null, or none: it stands alone. */
  aim?(value: number): string | null;
  /** What the artist can do; the gain is appended. */
  advice: Phrase;
  /** Where it can be heard. */
  where?(track: AnalysedTrack): TimeRange[];
}

/** One of several ways to say the same: by what was measured, so that a track always reads the same and two rarely do. */
export function vary(track: AnalysedTrack, slot: string, options: readonly string[]): string {
  let hash = 2166136261;
  for (const letter of `${slot} ${track.durationSeconds} ${track.integratedLufs} ${track.truePeakAt}`)
    hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619);
  // FNV-1a leaves the parity of its letters in the lowest bit; two rounds of mixing take it out.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return options[((hash ^ (hash >>> 16)) >>> 0) % options.length];
}

export function formatTime(seconds: number): string {
  const whole = Math.floor(seconds + 1e-6);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

export const at = (range: TimeRange | undefined) => (range ? ` at ${formatTime(range.start)}` : '');
export const between = (range: TimeRange | undefined) =>
  range ? ` between ${formatTime(range.start)} and ${formatTime(range.end)}` : '';
/** The same, said shorter where it is nearly all of the track. */
export const during = (range: TimeRange | undefined, { durationSeconds }: AnalysedTrack) =>
  range && range.end - range.start > MOST_OF_IT * durationSeconds ? ' from start to end' : between(range);
const MOST_OF_IT = 0.8;
/** '0:31, 1:20 and 2:09'. */
export function listTimes(ranges: readonly TimeRange[]): string {
  const starts = ranges.map(({ start }) => formatTime(start));
  return starts.length < 2
    ? starts.join('')
    : `${starts.slice(0, -1).join(', ')} and ${starts[starts.length - 1]}`;
}
export const one = (value: number) => value.toFixed(1);
export const whole = (value: number) => String(Math.round(value));
export const percent = (value: number) =>
  value < 1 && value > 0 ? `${value.toFixed(2)}%` : `${Math.round(value)}%`;
export const times = (count: number) =>
  count < 1 ? 'never' : count < 2 ? 'once' : count < 3 ? 'twice' : `${whole(count)} times`;

/** Below the first confidence nothing is stated as fact; from the second on, it is stated without reserve (0 to 1). */
export const UNSURE = 0.35;
export const SURE = 0.6;
/** How sure it is that a part is the hook: by its confidence, its share of the track, the seconds of its longest time, and how alike its returns are (0 without any). */
// biome-ignore format: a curve is a line of points
const HOOK_SURE: Curve = [[0.55, 0], [0.7, 1]];
// biome-ignore format: a curve is a line of points
const HOOK_SHARE: Curve = [[0.5, 1], [0.75, 0]];
// biome-ignore format: a curve is a line of points
const HOOK_SECONDS: Curve = [[48, 1], [60, 0]];
// biome-ignore format: a curve is a line of points
const HOOK_LIKE: Curve = [[0.4, 0], [0.55, 1]];
/**
 * 0 to 1. At 0 the part is a guess: words do not call it the hook, and nothing is judged by where it is. What does not come
 * back, or only as something else, is none; most of a track, or a minute of it, may hold the hook at best.
 */
export function rateHook({ hook, shape }: Pick<AnalysedTrack, 'hook' | 'shape'>): number {
  const longest = Math.max(...hook.occurrences.map(({ start, end }) => end - start));
  return (
    markOn(HOOK_SURE, hook.confidence) *
    markOn(HOOK_SHARE, shape.hookShare) *
    markOn(HOOK_SECONDS, longest) *
    markOn(HOOK_LIKE, hook.likeness)
  );
}
export const hasHook = (track: Pick<AnalysedTrack, 'hook' | 'shape'>) => rateHook(track) > 0;

/** 'F#m' as people say it: 'F♯ minor'. */
export function sayKey(key: string): string {
  if (!key) return 'no clear key';
  const [, note, sign, minor] = /^([A-G])([#b]?)(m?)$/.exec(key) ?? [];
  if (!note) return key;
  const accidental = sign === '#' ? '♯' : sign === 'b' ? '♭' : '';
  return `${note}${accidental} ${minor ? 'minor' : 'major'}`;
}
