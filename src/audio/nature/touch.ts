/** The hand in the rhythm: how far strokes fall from where their place in the bar usually falls, and how hard they vary. */
import type { Metre } from '../rhythm/metre.ts';
import type { Onsets } from '../rhythm/onsets.ts';
import { quantile } from '../rhythm/steadiness.ts';
import { round } from '../round.ts';

/** Steps a beat. */
const STEPS = 4;
/** Strokes of less than the first share of a full one count for nothing, from the second on they count in full. */
const CLEAR: [number, number] = [0.25, 0.35];
const FULL = 0.95;
/** Nor does a place with fewer strokes than the first, and in full from the second on. */
const ENOUGH: [number, number] = [4, 8];
/** Share of a step on either side in which a stroke belongs to it. */
const REACH = 0.5;

export interface Touch {
  /** Median distance of a stroke from the usual time of its place in the bar, ms to 0.1. */
  timingMs: number;
  /** How much strokes on the same place differ, deviation over mean, 0 to 1, to 0.001. */
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
  const full = levels.length > 0 ? quantile(levels, FULL) : 0;
  const judged = places.flatMap((strokes) => {
    const weights = strokes.map(({ level }) => fade(level / full, CLEAR));
    const count = weights.reduce((a, b) => a + b, 0);
    const clear = strokes.filter((_, i) => weights[i] > 0);
    const weight = fade(count, ENOUGH);
    return weight > 0 ? [{ clear, weight, spread: deviationOverMean(strokes, weights, count) }] : [];
  });
  const distances = Float64Array.from(judged.flatMap(({ clear }) => distancesFromUsual(clear))).sort();
  const total = judged.reduce((sum, { weight }) => sum + weight, 0);
  const spread = judged.reduce((sum, place) => sum + place.weight * place.spread, 0) / Math.max(1, total);
  return {
    timingMs: round(distances.length > 0 ? 1000 * quantile(distances, 0.5) : 0, 1),
    strokeSpread: round(spread, 3),
  };
}

/** 0 to 1 from one value to another. */
const fade = (value: number, [from, to]: [number, number]): number =>
  Math.max(0, Math.min(1, (value - from) / (to - from)));

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

function deviationOverMean(strokes: readonly Stroke[], weights: readonly number[], count: number): number {
  const mean = strokes.reduce((sum, { level }, i) => sum + weights[i] * level, 0) / count;
  const square = strokes.reduce((sum, { level }, i) => sum + weights[i] * (level - mean) ** 2, 0) / count;
  return mean > 0 ? Math.sqrt(square) / mean : 0;
}
