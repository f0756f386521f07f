// Melodies: short motifs with a rhythm, bent to the chords, repeated and answered.
import type { Rng } from './random.ts';
import type { Cell } from './style.ts';
import { nearestChordStep } from './theory.ts';

export interface MotifNote {
  bar: number;
  step: number;
  steps: number;
  /** Scale step, 0 the tonic in octave 4. */
  pitch: number;
}

export interface MotifShape {
  cells: readonly Cell[];
  degrees: readonly number[];
  /** Lowest and highest scale step. */
  low: number;
  high: number;
  /** How often a melody leaps instead of stepping. */
  leap: number;
}

/** Four bars A B A C: the same rhythm returns, so that a listener can sing along the second time. */
export function writeMotif(rng: Rng, shape: MotifShape): MotifNote[] {
  const a = rng.pick(shape.cells);
  const b = rng.pick(shape.cells);
  const c = rng.pick(shape.cells);
  const contour = a.map((_, i) => (i === 0 ? 0 : walk(rng, shape.leap)));
  const start = Math.round((shape.low + shape.high) / 2) + rng.int(-1, 2);
  const notes: MotifNote[] = [];
  for (const [bar, cell] of [a, b, a, c].entries()) {
    const degree = shape.degrees[bar % shape.degrees.length];
    let pitch = nearestChordStep(start + (bar === 1 ? 1 : 0), degree);
    for (const [i, [step, steps]] of cell.entries()) {
      pitch += cell === a ? contour[i] : i === 0 ? 0 : walk(rng, shape.leap);
      pitch = reflect(pitch, shape.low, shape.high);
      // Strong and long notes belong to the chord; short ones may pass.
      if (step % 4 === 0 || steps >= 4) pitch = nearestChordStep(pitch, degree);
      notes.push({ bar, step, steps, pitch });
    }
  }
  settle(notes[notes.length - 1], shape);
  return notes;
}

function walk(rng: Rng, leap: number): number {
  if (rng.chance(leap)) return rng.pick([-4, -3, 3, 4]);
  return rng.pick([-2, -1, -1, 0, 1, 1, 2]);
}

function reflect(pitch: number, low: number, high: number): number {
  if (pitch < low) return low + (low - pitch);
  if (pitch > high) return high - (pitch - high);
  return pitch;
}

/** The last note of a phrase comes to rest on the tonic chord, whatever the bass does. */
function settle(note: MotifNote, shape: MotifShape): void {
  note.pitch = nearestChordStep(nearestChordStep(note.pitch, 0), shape.degrees[3 % shape.degrees.length]);
}
