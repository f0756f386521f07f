/**
 * At which speed people would count a pulse: as it was read, half as fast or twice as fast. How songs are counted and what the drums
 * play speak together; the odds stay beside the tempo, so that nobody is sure of one speed where two are likely.
 */
import { round } from '../round.ts';
import type { Rhythm } from './rhythm.ts';

/** How 3131 songs of six published sets are counted (docs/method/accuracy.md): BPM, and the deviation in octaves. */
const COUNTED_BPM = 107;
const COUNTED_OCTAVES = 0.44;
/**
 * What the drums add to the logarithms of the odds, fitted to 344 performances of drummers that were read at their tempo, half or double
 * (Groove MIDI, Gillick et al. 2019). Bars with few strokes, or whose halves differ, may be half bars; where each beat is like the
 * next, kick and snare may take turns in between.
 */
const HALF = { always: -0.07, strokes: -2.2, halves: -1.4 };
const DOUBLE = { always: -1.3, beats: 2.1 };
const USUAL_STROKES = 14;
/** Octaves above or below the usual strokes that the drummers cover: beyond them nothing is known. */
const MOST_OCTAVES = 1;
/** Steps a beat. */
const STEPS = 4;

/** How likely people count at half and at double speed; 0 to 1, to 0.01. */
export interface Octaves {
  half: number;
  double: number;
}

type Drums = Pick<Rhythm, 'kick' | 'snare' | 'density' | 'stepsPerBar'>;

export function weighOctaves(bpm: number, drums: Drums): Octaves {
  if (bpm <= 0) return { half: 0, double: 0 };
  const usual = (count: number) => -0.5 * (Math.log2(count / COUNTED_BPM) / COUNTED_OCTAVES) ** 2;
  const { strokes, halves, beats } = describeBar(drums);
  const half = Math.exp(
    usual(bpm / 2) - usual(bpm) + HALF.always + HALF.strokes * strokes + HALF.halves * halves,
  );
  const double = Math.exp(usual(2 * bpm) - usual(bpm) + DOUBLE.always + DOUBLE.beats * beats);
  const all = 1 + half + double;
  return { half: round(half / all, 2), double: round(double / all, 2) };
}

/** Octaves of strokes above the usual, and how alike kick and snare are two beats and one beat later, -1 to 1. */
function describeBar({ kick, snare, density, stepsPerBar }: Drums) {
  const turns = kick.map((stroke, i) => stroke - snare[i]);
  const mean = turns.reduce((sum, turn) => sum + turn, 0) / stepsPerBar;
  const likeness = (lag: number) =>
    turns.reduce((sum, turn, i) => sum + (turn - mean) * (turns[(i + lag) % stepsPerBar] - mean), 0);
  const power = Math.max(1e-6, likeness(0));
  const above = Math.log2((density * 4 * STEPS) / stepsPerBar / USUAL_STROKES);
  return {
    strokes: density > 0 ? Math.max(-MOST_OCTAVES, Math.min(MOST_OCTAVES, above)) : 0,
    halves: likeness(2 * STEPS) / power,
    beats: likeness(STEPS) / power,
  };
}
