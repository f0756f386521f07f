/**
 * Landmarks: three neighbouring points of a fingerprint made into one 32-bit number, which the same three sounds give
 * wherever they stand in a track. They find which other tracks to compare with, and by how much one is shifted against the other.
 */
import type { Fingerprint } from './fingerprint.ts';

/** Each point makes triples with the next points after it: all pairs of this many. */
const FAN = 3;
/** Frames from the first to each of the others: 46 ms to 1.4 s. */
const NEAREST = 2;
const FURTHEST = 62;
/** Half bins to one step of pitch (32 Hz), frames to one step of time (93 ms): what re-encoding moves a point by. */
const PITCH_STEP = 6;
const TIME_STEP = 4;

/**
 * Landmarks a track is found by, and that are asked for: all of them (4,000 a minute) would be too many rows, and of these
 * a copy shares dozens. Twice as many are asked for since a copy's own first ones may come a little later in the original.
 */
export const KEPT_LANDMARKS = 256;
export const ASKED_LANDMARKS = 512;

/** Calls `visit` with each landmark, a signed 32-bit number, and the frame of its first point. */
export function visitLandmarks(
  { frames, pitches }: Fingerprint,
  visit: (landmark: number, frame: number) => void,
): void {
  const next: number[] = [];
  for (let i = 0; i < frames.length; i++) {
    next.length = 0;
    for (let j = i + 1; j < frames.length && next.length < FAN; j++) {
      const apart = frames[j] - frames[i];
      if (apart > FURTHEST) break;
      if (apart >= NEAREST) next.push(describePoint(pitches[j], apart));
    }
    const own = Math.floor(pitches[i] / PITCH_STEP);
    for (let a = 0; a < next.length; a++)
      for (let b = a + 1; b < next.length; b++)
        visit(scramble(scramble(own + 1) ^ Math.imul(next[a], 0x9e3779b1) ^ next[b]) | 0, frames[i]);
  }
}

/** Pitch and distance in time as one number. */
function describePoint(pitch: number, apart: number): number {
  return (Math.floor(pitch / PITCH_STEP) << 5) | Math.floor(apart / TIME_STEP);
}

/**
 * The landmarks that come first in a scrambled order, the same order for all tracks (bottom-k sketch, Cohen & Kaplan
 * 2007): a copy's sketch shares its landmarks with the original's, and even that of an excerpt shares some.
 */
export function sketchOf(fingerprint: Fingerprint, size: number): number[] {
  const all = new Set<number>();
  visitLandmarks(fingerprint, (landmark) => all.add(landmark));
  return [...all].sort((a, b) => scramble(a) - scramble(b)).slice(0, size);
}

/** A bijection of 32-bit numbers without visible pattern (finaliser of MurmurHash3, public domain, A. Appleby). */
function scramble(value: number): number {
  let mixed = value >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
