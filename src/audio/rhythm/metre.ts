/**
 * Metre and downbeats: whether beats group in threes or fours (which lag makes the track most like itself), and on
 * which beat a bar begins (kick and harmony change there, the snare does not).
 */

import type { Chroma } from '../harmony/chroma.ts';
import { round } from '../round.ts';
import { averageBetween, cosine, peakNear, standardise } from './beat-sync.ts';
import type { Onsets } from './onsets.ts';

/** Quarters of a beat are enough to tell bars apart. */
const SUBDIVISIONS = 4;
/** Fours are by far the rule: threes must be this much more self-similar. */
const THREE_MARGIN = 0.03;
/** Fewest beats that can tell a metre. */
const MIN_BEATS = 16;
/** What speaks for a downbeat, in standard deviations of each. */
const WEIGHTS = { harmonyChange: 1, kick: 0.6, snare: -0.5, bass: 0.5 };
/** For telling beats from off-beats the snare has no say, and the off-beat must win by this much. */
const OFFBEAT_WEIGHTS = { harmonyChange: 0.7, kick: 1, snare: 0, bass: 0.5 };
const OFFBEAT_MARGIN = 0.4;

export interface Metre {
  beatsPerBar: 3 | 4;
  /** Index of the first beat that begins a bar. */
  firstDownbeat: number;
  /** Downbeat times in seconds. */
  downbeats: number[];
  /** How much more alike beats are at bar distance than off it, and how clear the downbeat is; 0 to 1, to 0.01. */
  confidence: number;
}

/**
 * Strong off-beats (a clap, a skank) can pull all beats half a beat late. Kick, bass and harmony tell: where they
 * clearly prefer the other eighth, the beats are moved there.
 */
export function settleBeats(beats: Float32Array, onsets: Onsets, chroma: Chroma): Float32Array {
  if (beats.length < MIN_BEATS) return beats;
  const halves = new Float32Array(2 * beats.length - 1);
  for (let i = 0; i < halves.length; i++) {
    halves[i] = i % 2 === 0 ? beats[i / 2] : (beats[(i - 1) / 2] + beats[(i + 1) / 2]) / 2;
  }
  const scores = scorePhases(halves, onsets, chroma, 8, OFFBEAT_WEIGHTS);
  const best = scores.indexOf(Math.max(...scores));
  const onBeat = Math.max(...scores.filter((_, phase) => phase % 2 === 0));
  if (best % 2 === 0 || scores[best] < onBeat + OFFBEAT_MARGIN) return beats;
  return halves.filter((_, i) => i % 2 === 1);
}

export function findMetre(beats: Float32Array, onsets: Onsets, chroma: Chroma): Metre {
  if (beats.length < MIN_BEATS) {
    return {
      beatsPerBar: 4,
      firstDownbeat: 0,
      downbeats: Array.from(beats).filter((_, i) => i % 4 === 0),
      confidence: 0,
    };
  }
  const rows = describeBeats(beats, onsets, chroma);
  const four = likeness(rows, 4);
  const three = likeness(rows, 3);
  const beatsPerBar = three > four + THREE_MARGIN ? 3 : 4;
  const scores = scorePhases(beats, onsets, chroma, beatsPerBar, WEIGHTS);
  const ranked = [...scores].sort((a, b) => b - a);
  const phase = scores.indexOf(ranked[0]);
  const clarity = Math.min(1, ranked[0] - ranked[1]);
  const contrast = Math.min(1, Math.abs(four - three) / 0.1);
  return {
    beatsPerBar,
    firstDownbeat: phase,
    downbeats: Array.from(beats).filter((_, i) => i % beatsPerBar === phase),
    confidence: round(Math.sqrt(contrast * clarity), 2),
  };
}

/** Drums at each quarter of a beat, and the beat's harmony: what a bar repeats. */
function describeBeats(beats: Float32Array, onsets: Onsets, chroma: Chroma): Float32Array[] {
  const harmony = averageBetween(chroma.harmony, 12, chroma.rate, beats);
  const curves = [onsets.kick, onsets.snare, onsets.hat];
  const scales = curves.map((curve) => 1 / Math.max(1e-6, meanPeak(curve, onsets.rate, beats)));
  return harmony.map((pitch, i) => {
    const row = new Float32Array(curves.length * SUBDIVISIONS + 12);
    const step = (beats[i + 1] - beats[i]) / SUBDIVISIONS;
    curves.forEach((curve, c) => {
      for (let s = 0; s < SUBDIVISIONS; s++) {
        row[c * SUBDIVISIONS + s] = scales[c] * peakNear(curve, onsets.rate, beats[i] + s * step, step / 3);
      }
    });
    const norm = Math.hypot(...pitch);
    if (norm > 0)
      row.set(
        pitch.map((v) => (2 * v) / norm),
        curves.length * SUBDIVISIONS,
      );
    return row;
  });
}

function meanPeak(curve: Float32Array, rate: number, beats: Float32Array): number {
  return beats.reduce((sum, beat) => sum + peakNear(curve, rate, beat, 0.05), 0) / beats.length;
}

/** Mean similarity of beats one, two and three bars apart, less that of beats off the bar. */
function likeness(rows: Float32Array[], beatsPerBar: number): number {
  let on = 0;
  let off = 0;
  for (const bars of [1, 2]) on += similarityAt(rows, bars * beatsPerBar) / 2;
  const lags = [];
  for (let lag = 1; lag < 2 * beatsPerBar; lag++) if (lag % beatsPerBar !== 0) lags.push(lag);
  for (const lag of lags) off += similarityAt(rows, lag) / lags.length;
  return on - off;
}

function similarityAt(rows: Float32Array[], lag: number): number {
  let sum = 0;
  for (let i = lag; i < rows.length; i++) sum += cosine(rows[i], rows[i - lag]);
  return sum / Math.max(1, rows.length - lag);
}

interface Weights {
  harmonyChange: number;
  kick: number;
  snare: number;
  bass: number;
}

/** Mean evidence, in standard deviations, that a bar begins on each phase of `period` pulses. */
function scorePhases(
  pulses: Float32Array,
  onsets: Onsets,
  chroma: Chroma,
  period: number,
  weights: Weights,
): number[] {
  const times = Array.from(pulses);
  const at = (curve: Float32Array) => standardise(times.map((t) => peakNear(curve, onsets.rate, t, 0.05)));
  const kick = at(onsets.kick);
  const snare = at(onsets.snare);
  const harmony = standardise(changes(averageBetween(chroma.harmony, 12, chroma.rate, pulses)));
  const bass = standardise(changes(averageBetween(chroma.bass, 12, chroma.rate, pulses)));
  const scores = new Array<number>(period).fill(0);
  for (let i = 0; i + 1 < times.length; i++) {
    scores[i % period] +=
      (weights.harmonyChange * harmony[i] +
        weights.kick * kick[i] +
        weights.snare * snare[i] +
        weights.bass * bass[i]) /
      (times.length / period);
  }
  return scores;
}

/** How much the harmony of the two beats from each beat on differs from the two before. */
function changes(rows: Float32Array[]): number[] {
  const pair = (i: number) => rows[i].map((v, d) => v + (rows[Math.min(rows.length - 1, i + 1)]?.[d] ?? 0));
  return [...rows, rows[rows.length - 1]].map((_, i) =>
    i >= 2 && i < rows.length ? 1 - cosine(pair(i), pair(i - 2)) : 0,
  );
}
