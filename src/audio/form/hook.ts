/**
 * The hook: the chorus at its fullest, when it first comes and how often, and the stretch of about fifteen seconds,
 * beginning on a downbeat, that one would play to somebody who has never heard the track.
 */
import type { Bars } from '../rhythm/bars.ts';
import { round } from '../round.ts';
import type { Stretch } from './sections.ts';
import { compareStretches, type SelfSimilarity } from './self-similarity.ts';

/** Seconds. A longer chorus is cut to its fullest bars. */
const MAX_HOOK = 32;
const SOUNDBITE = 15;
/** dB of fullness over the rest of the track that make a hook certain, returns or not. */
const SURE_RISE_DB = 5;
/**
 * Without a pulse bars are only a grid laid over the sound, and what rises or returns on it may be a swell: at no tempo
 * confidence this share of the certainty is left, at this tempo confidence all of it.
 */
const WITHOUT_PULSE = 0.35;
const FULL_PULSE = 0.5;

export interface Span {
  /** Seconds, to 0.01. */
  start: number;
  end: number;
}

export interface Hook extends Span {
  /** Start of its first occurrence. */
  firstAt: number;
  occurrences: Span[];
  /** How alike its occurrences are, bar by bar, 0 to 1, to 0.01; 0 when there is only one. */
  likeness: number;
  /** dB its bands are fuller than the rest's on average, to 0.1: empty bands that fill count as much as loud ones. */
  fullerDb: number;
  soundbite: Span;
  /** 0 to 1, to 0.01: it returns, and it rises. */
  confidence: number;
}

export interface HookEvidence {
  stretches: readonly Stretch[];
  similarity: SelfSimilarity;
  /** 0 to 1. */
  tempoConfidence: number;
}

export function findHook(bars: Bars, { stretches, similarity, tempoConfidence }: HookEvidence): Hook {
  const chorus = stretches.filter((s) => s.label === 'chorus');
  const candidates = chorus.length > 0 ? chorus : stretches;
  const fullest = candidates.reduce((a, b) => (b.energy > a.energy ? b : a));
  const [from, to] = shorten(bars, fullest);
  const occurrences = joinNeighbours(chorus.length > 0 ? chorus : [fullest]);
  const rise = riseOver(stretches, chorus.length > 0 ? chorus : [fullest]);
  const span = (a: number, b: number): Span => ({
    start: round(bars.times[a], 2),
    end: round(bars.times[b], 2),
  });
  return {
    ...span(from, to),
    firstAt: round(bars.times[occurrences[0][0]], 2),
    occurrences: occurrences.map(([a, b]) => span(a, b)),
    likeness: compareOccurrences(occurrences, similarity),
    fullerDb: round(rise, 1),
    soundbite: cutSoundbite(bars, from, to),
    confidence: rate(occurrences.length, rise, tempoConfidence),
  };
}

/** A chorus that follows itself is one occurrence. */
function joinNeighbours(stretches: readonly Stretch[]): [number, number][] {
  const joined: [number, number][] = [];
  for (const { from, to } of stretches) {
    const last = joined[joined.length - 1];
    if (last && last[1] === from) last[1] = to;
    else joined.push([from, to]);
  }
  return joined;
}

/** Mean likeness of the first occurrence to each later one. */
function compareOccurrences(
  [first, ...later]: readonly [number, number][],
  similarity: SelfSimilarity,
): number {
  if (later.length === 0) return 0;
  return round(
    later.reduce((sum, other) => sum + compareStretches(similarity, first, other), 0) / later.length,
    2,
  );
}

/** Coming back twice and rising 5 dB are each enough for most of the certainty, where there is a pulse to count by. */
function rate(times: number, rise: number, tempoConfidence: number): number {
  const trust = WITHOUT_PULSE + (1 - WITHOUT_PULSE) * Math.min(1, tempoConfidence / FULL_PULSE);
  const returned = Math.min(1, (times - 1) / 2);
  const risen = Math.min(1, Math.max(0, rise / SURE_RISE_DB));
  return round(trust * (1 - (1 - 0.6 * returned) * (1 - 0.7 * risen)), 2);
}

/**
 * Mean fullness of the hook less that of everything else, in dB; 0 when there is nothing else. No family of stretches
 * weighs more than the hook is long: so where two could be the hook with equal right, the rise is the same whichever is
 * taken, and a re-encode that tips the balance changes little.
 */
function riseOver(stretches: readonly Stretch[], hooks: readonly Stretch[]): number {
  const length = barsOf(hooks);
  const rest = stretches.filter((s) => !hooks.includes(s));
  let weight = 0;
  let sum = 0;
  for (const family of new Set(rest.map((s) => s.family))) {
    const members = rest.filter((s) => s.family === family);
    const share = Math.min(length, barsOf(members));
    weight += share;
    sum += share * meanEnergy(members);
  }
  return weight > 0 ? meanEnergy(hooks) - sum / weight : 0;
}

const barsOf = (list: readonly Stretch[]): number => list.reduce((sum, s) => sum + s.to - s.from, 0);
const meanEnergy = (list: readonly Stretch[]): number =>
  list.reduce((sum, s) => sum + s.energy * (s.to - s.from), 0) / barsOf(list);

/** The fullest run of bars, in steps of four from the section's start, that fits into the longest hook. */
function shorten(bars: Bars, { from, to }: Stretch): [number, number] {
  const seconds = bars.times[to] - bars.times[from];
  if (seconds <= MAX_HOOK) return [from, to];
  const length = Math.max(4, 4 * Math.floor(((to - from) * MAX_HOOK) / seconds / 4));
  if (length >= to - from) return [from, to];
  let best = from;
  let bestLevel = -Infinity;
  for (let start = from; start + length <= to; start += 4) {
    const level = bars.level.subarray(start, start + length).reduce((a, b) => a + b, 0);
    if (level > bestLevel) {
      bestLevel = level;
      best = start;
    }
  }
  return [best, best + length];
}

/**
 * Whole bars, about fifteen seconds of them, up to the hook's end: what leads into a chorus often sounds like it, so that
 * hooks are found some ten seconds early and end in time. Of eight songs whose chorus is known by its words, the first
 * fifteen seconds are in it in three, the last in seven.
 */
function cutSoundbite({ times }: Bars, from: number, to: number): Span {
  const count = times.length - 1;
  const isNearer = (a: number, b: number) => Math.abs(a - SOUNDBITE) < Math.abs(b - SOUNDBITE);
  let start = to - 1;
  while (start > from && isNearer(times[to] - times[start - 1], times[to] - times[start])) start--;
  // A hook shorter than that goes on into what follows, or begins before it where the track ends.
  let end = to;
  while (end < count && isNearer(times[end + 1] - times[start], times[end] - times[start])) end++;
  while (start > 0 && times[end] - times[start] < 0.8 * SOUNDBITE) start--;
  return { start: round(times[start], 2), end: round(times[end], 2) };
}
