/**
 * At which level one taps: drums with one snare stroke in a bar of four are either half-time drums at a brisk tempo
 * (trap) or a slow song counted twice too fast. What happens between the beats decides.
 */
import type { Metre } from './metre.ts';
import type { Rhythm } from './rhythm.ts';
import type { Swing } from './swing.ts';

/** Only readings at least this fast are ever halved, BPM. */
const FASTEST_SLOW = 112;
/** How far the third beat's stroke must stand above the second's and fourth's. */
const HALF_TIME_CONTRAST = 0.25;
/** A slow song swings its sixteenths, which look like lightly swung eighths here; a real shuffle swings more. */
const LIGHT_SWING: [number, number] = [54, 62];
/** Or it is simply too empty for its speed: strokes per bar. */
const SPARSE = 12.5;
/** Where all beats are this much alike there are no drums to go by: a metronome. */
const METRONOME_EVENNESS = 0.97;

export function isCountedTwice(
  { bpm, evenness }: { bpm: number; evenness: number },
  rhythm: Rhythm,
  swing: Swing,
): boolean {
  if (bpm < FASTEST_SLOW || rhythm.stepsPerBar !== 16 || rhythm.bars < 4) return false;
  if (evenness >= METRONOME_EVENNESS) return false;
  const stroke = (step: number) => (rhythm.snare[step] + rhythm.hat[step]) / 2;
  const halfTime = stroke(8) - Math.max(stroke(4), stroke(12)) >= HALF_TIME_CONTRAST;
  const lightSwing = swing.eighths >= LIGHT_SWING[0] && swing.eighths <= LIGHT_SWING[1];
  return halfTime && (lightSwing || rhythm.density < SPARSE);
}

/** Every second beat, those with the downbeats among them. */
export function halveBeats(beats: Float32Array, metre: Metre): Float32Array {
  return beats.filter((_, i) => i % 2 === metre.firstDownbeat % 2);
}

/** Beats, and the middles between them. */
export function doubleBeats(beats: Float32Array): Float32Array {
  return Float32Array.from(
    { length: Math.max(0, 2 * beats.length - 1) },
    (_, i) => (beats[i >> 1] + beats[(i + 1) >> 1]) / 2,
  );
}
