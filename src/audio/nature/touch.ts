/** The hand in the rhythm: how far strokes fall from where their place in the bar usually falls, and how hard they vary. */
import type { Metre } from '../rhythm/metre.ts';
import type { Onsets } from '../rhythm/onsets.ts';
import { quantile } from '../rhythm/steadiness.ts';
import { round } from '../round.ts';

/** Steps a beat. */
const STEPS = 4;
/** Strokes below this share of a full one say little about when they fall; a place needs this many to be judged. */
const CLEAR = 0.3;
const FULL = 0.95;
const ENOUGH = 6;
/** Share of a step on either side in which a stroke belongs to it. */
const REACH = 0.5;

export interface Touch {
  /** Median distance of a stroke from the usual time of its place in the bar, ms to 0.1. */
  timingMs: number;
  /** How much strokes on the same place differ, deviation over mean, 0 to 1, to 0.01. */
  strokeSpread: number;
}

export function measureTouch(
  beats: Float32Array,
  { firstDownbeat, beatsPerBar }: Metre,
  { strength, rate }: Onsets,
): Touch {
  const places = Array.from({ length: STEPS * beatsPerBar }, () => [] as Stroke[]);
  for (let beat = firstDownbeat; beat + 1 < beats.length; beat++) {
    const step = (beats[beat + 1] - beats[beat]) / STEPS;
    for (let s = 0; s < STEPS; s++) {
      const stroke = findStroke(strength, rate, beats[beat] + s * step, REACH * step);
      if (stroke) places[((beat - firstDownbeat) % beatsPerBar) * STEPS + s].push(stroke);
    }
  }
  const levels = Float64Array.from(places.flatMap((place) => place.map(({ level }) => level))).sort();
  const least = levels.length > 0 ? CLEAR * quantile(levels, FULL) : 0;
  const judged = places
    .map((place) => place.filter(({ level }) => level >= least))
    .filter((place) => place.length >= ENOUGH);
  const distances = Float64Array.from(judged.flatMap(distancesFromUsual)).sort();
  const spreads = judged.map((place) => deviationOverMean(place.map(({ level }) => level)));
  return {
    timingMs: round(distances.length > 0 ? 1000 * quantile(distances, 0.5) : 0, 1),
    strokeSpread: round(spreads.reduce((a, b) => a + b, 0) / Math.max(1, spreads.length), 2),
  };
}

interface Stroke {
  /** Seconds after the even place. */
  offset: number;
  level: number;
}

/** The highest peak near a time, between frames by a parabola. */
function findStroke(curve: Float32Array, rate: number, time: number, reach: number): Stroke | null {
  let best = -1;
  for (let i = Math.max(1, Math.ceil((time - reach) * rate)); i <= (time + reach) * rate; i++)
    if (i + 1 < curve.length && curve[i] > curve[i - 1] && curve[i] >= curve[i + 1])
      if (best < 0 || curve[i] > curve[best]) best = i;
  if (best < 0) return null;
  const bend = curve[best - 1] - 2 * curve[best] + curve[best + 1];
  const shift = bend < 0 ? (0.5 * (curve[best - 1] - curve[best + 1])) / bend : 0;
  return { offset: (best + shift) / rate - time, level: curve[best] };
}

function distancesFromUsual(place: readonly Stroke[]): number[] {
  const usual = quantile(Float64Array.from(place.map(({ offset }) => offset)).sort(), 0.5);
  return place.map(({ offset }) => Math.abs(offset - usual));
}

function deviationOverMean(values: readonly number[]): number {
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  return mean > 0 ? Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / values.length) / mean : 0;
}
