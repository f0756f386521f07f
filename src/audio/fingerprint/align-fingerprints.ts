/**
 * Compares two fingerprints: finds by how much one is shifted against the other, then where, at that shift, their points
 * coincide. Two different tracks have chance hits only; the same recording shares most points however it was encoded.
 */

import { FRAME_RATE } from '../decode/rates.ts';
import { round } from '../round.ts';
import type { TimeRange } from '../time-range.ts';
import type { Fingerprint } from './fingerprint.ts';
import { visitLandmarks } from './landmarks.ts';

/** Points coincide within this many frames (23 ms each) and half bins (5.4 Hz each): one of each grid. */
const NEAR_FRAMES = 1;
const NEAR_PITCH = 2;
/** A landmark that comes more often says nothing about the shift, and would cost the square of it. */
const MOST_PLACES = 40;
/** Shifts that are looked at closely: a copy with something cut out of its middle has several. */
const SHIFTS_TRIED = 8;
const MOST_PARTS = 4;
/** A second is the same when at least this share of the points around it (2 s to each side) coincide. */
export const SAME_SHARE = 0.5;
const AROUND = 2;
/**
 * And of the other track's points in that stretch at least this share must be here too. Two tunes over the same drum
 * loop agree in the drums, but each has notes that the other has not; a copy that lost some points still has the rest.
 */
const SAME_BACK = 0.45;
/**
 * A stretch counts from this many seconds on: 6 where it is plain, 10 where only half of the points coincide, which a
 * shared drum loop can bring about for a few bars.
 */
const PLAIN_SHARE = 0.75;
const LEAST_SECONDS = { plain: 6, faint: 10 };
const LEAST_POINTS = 20;

export interface SharedPart {
  /** s, to 0.1, in the track asked about and in the other. */
  here: TimeRange;
  there: TimeRange;
  /** Share of the points in it that coincide, 0 to 1, to 0.01. */
  likeness: number;
}

export interface Likeness {
  /** Share of the seconds of the first track with any sound in them that are the same as in the other, to 0.001. */
  share: number;
  /** s by which the other track is ahead: what is at t here is at t + offset there. Of the longest part. */
  offset: number;
  /** Share of points that coincide in the shared parts, 0 to 1, to 0.01. */
  confidence: number;
  /** By time here. */
  parts: SharedPart[];
}

/** Null when nothing of `here` is in `there`. */
export function alignFingerprints(here: Fingerprint, there: Fingerprint): Likeness | null {
  const starts = indexByFrame(there);
  const startsHere = indexByFrame(here);
  const sounding = countBySecond(here.frames, () => true);
  const taken = new Uint8Array(sounding.length);
  const parts: SharedPart[] = [];
  for (const shift of findShifts(here, there)) {
    const hits = findHits(here, there, starts, shift);
    const back = shareOfHits(there.frames, findHits(there, here, startsHere, -shift));
    const isMutual = (part: SharedPart) => back(part.there) >= SAME_BACK;
    for (const part of findParts(here.frames, hits, sounding, taken, shift, isMutual))
      if (parts.length < MOST_PARTS) parts.push(part);
  }
  if (parts.length === 0) return null;
  const longest = parts.reduce((best, part) => (lengthOf(part) > lengthOf(best) ? part : best));
  const seconds = sounding.filter((count) => count > 0).length;
  const same = sounding.filter((count, second) => count > 0 && taken[second]).length;
  return {
    share: round(same / Math.max(1, seconds), 3),
    offset: round(longest.there.start - longest.here.start, 1),
    confidence: round(weightedLikeness(parts), 2),
    parts: parts.sort((a, b) => a.here.start - b.here.start),
  };
}

const lengthOf = ({ here }: SharedPart) => here.end - here.start;

function weightedLikeness(parts: readonly SharedPart[]): number {
  const whole = parts.reduce((sum, part) => sum + lengthOf(part), 0);
  return parts.reduce((sum, part) => sum + lengthOf(part) * part.likeness, 0) / Math.max(1e-9, whole);
}

/** Shifts (frames there minus frames here) that most landmarks agree on, best first. */
function findShifts(here: Fingerprint, there: Fingerprint): number[] {
  const places = new Map<number, number[]>();
  visitLandmarks(there, (landmark, frame) => {
    const known = places.get(landmark);
    if (!known) places.set(landmark, [frame]);
    else if (known.length < MOST_PLACES) known.push(frame);
  });
  const base = (here.frames.at(-1) ?? 0) + 1;
  const votes = new Int32Array(base + (there.frames.at(-1) ?? 0) + 3);
  visitLandmarks(here, (landmark, frame) => {
    for (const place of places.get(landmark) ?? []) votes[place - frame + base]++;
  });
  return pickHighest(votes).map((index) => index - base);
}

/** Places of the highest sums of three neighbours, no two of them neighbours. */
function pickHighest(votes: Int32Array): number[] {
  const sums = votes.map((value, i) => value + (votes[i - 1] ?? 0) + (votes[i + 1] ?? 0));
  const picked: number[] = [];
  while (picked.length < SHIFTS_TRIED) {
    let best = -1;
    for (let i = 0; i < sums.length; i++) if (sums[i] > (best < 0 ? 1 : sums[best])) best = i;
    if (best < 0) break;
    // The middle of the three is where the votes themselves are highest.
    picked.push(best);
    for (let i = Math.max(0, best - 2); i <= best + 2 && i < sums.length; i++) sums[i] = 0;
  }
  return picked;
}

/** Where each frame's points begin; one more entry at the end. */
function indexByFrame({ frames }: Fingerprint): Int32Array {
  const starts = new Int32Array((frames.at(-1) ?? -1) + 2);
  for (const frame of frames) starts[frame + 1]++;
  for (let i = 1; i < starts.length; i++) starts[i] += starts[i - 1];
  return starts;
}

/** Which points of `here` have one of `there` beside them at this shift. */
function findHits(
  here: Fingerprint,
  there: Fingerprint,
  starts: Int32Array,
  shift: number,
): (point: number) => boolean {
  const last = starts.length - 2;
  return (point) => {
    const frame = here.frames[point] + shift;
    const from = Math.max(0, frame - NEAR_FRAMES);
    const to = Math.min(last, frame + NEAR_FRAMES);
    if (from > to) return false;
    for (let other = starts[from]; other < starts[to + 1]; other++)
      if (Math.abs(there.pitches[other] - here.pitches[point]) <= NEAR_PITCH) return true;
    return false;
  };
}

/** For a stretch of a track: which share of its points are hits. */
function shareOfHits(frames: Int32Array, hits: (point: number) => boolean): (stretch: TimeRange) => number {
  return ({ start, end }) => {
    let all = 0;
    let same = 0;
    for (let i = 0; i < frames.length; i++) {
      const second = frames[i] / FRAME_RATE;
      if (second < start || second >= end) continue;
      all++;
      if (hits(i)) same++;
    }
    return all === 0 ? 0 : same / all;
  };
}

/** How many of the points fall into each second. */
function countBySecond(frames: Int32Array, counts: (point: number) => boolean): Int32Array {
  const perSecond = new Int32Array(Math.floor((frames.at(-1) ?? -1) / FRAME_RATE) + 1);
  for (let i = 0; i < frames.length; i++) if (counts(i)) perSecond[Math.floor(frames[i] / FRAME_RATE)]++;
  return perSecond;
}

/** Stretches of seconds that are the same at this shift; marks them in `taken`, and leaves out those taken before. */
function findParts(
  frames: Int32Array,
  hits: (point: number) => boolean,
  sounding: Int32Array,
  taken: Uint8Array,
  shift: number,
  isMutual: (part: SharedPart) => boolean,
): SharedPart[] {
  const same = countBySecond(frames, hits);
  const parts: SharedPart[] = [];
  let start = -1;
  for (let second = 0; second <= same.length; second++) {
    const inside =
      second < same.length && !taken[second] && shareAround(same, sounding, second) >= SAME_SHARE;
    if (inside && start < 0) start = second;
    if (inside || start < 0) continue;
    const part = describePart(same, sounding, start, second, shift);
    if (part && isMutual(part)) {
      taken.fill(1, start, second);
      parts.push(part);
    }
    start = -1;
  }
  return parts;
}

function shareAround(same: Int32Array, sounding: Int32Array, second: number): number {
  let hits = 0;
  let all = 0;
  for (let i = Math.max(0, second - AROUND); i <= second + AROUND && i < same.length; i++) {
    hits += same[i];
    all += sounding[i];
  }
  return all === 0 ? 0 : hits / all;
}

/** Seconds from `start` to before `end`, without those at either end in which nothing coincides. */
function describePart(
  same: Int32Array,
  sounding: Int32Array,
  start: number,
  end: number,
  shift: number,
): SharedPart | null {
  while (start < end && same[start] === 0) start++;
  while (end > start && same[end - 1] === 0) end--;
  let hits = 0;
  let all = 0;
  for (let i = start; i < end; i++) {
    hits += same[i];
    all += sounding[i];
  }
  const least = hits >= PLAIN_SHARE * all ? LEAST_SECONDS.plain : LEAST_SECONDS.faint;
  if (end - start < least || hits < LEAST_POINTS) return null;
  const offset = shift / FRAME_RATE;
  // Whole seconds may begin before the other track does.
  const from = Math.max(start, -offset);
  return {
    here: { start: round(from, 1), end },
    there: { start: round(from + offset, 1), end: round(end + offset, 1) },
    likeness: round(hits / all, 2),
  };
}
