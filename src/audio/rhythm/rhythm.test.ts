import { expect, test } from 'vitest';
import { measureMusic } from '../measure-music.ts';
import { addDrum, addTriad, type Drum, silence } from '../test-music.ts';
import { measureSyncopation } from './rhythm.ts';

/** Plays patterns of sixteen characters, 'x' a stroke, at a tempo. */
function play(patterns: Partial<Record<Drum, string>>, bpm: number, seconds: number): Float32Array {
  const out = silence(seconds);
  const step = 15 / bpm;
  for (let s = 0; (s + 4) * step < seconds; s++) {
    for (const drum of ['kick', 'snare', 'hat'] as const) {
      if (patterns[drum]?.[s % 16] === 'x') addDrum(out, drum, 0.1 + s * step, drum === 'hat' ? 0.4 : 1);
    }
    if (s % 16 === 0) addTriad(out, [0, 5, 7, 9][(s / 16) % 4], false, 0.1 + s * step, 0.1 + (s + 16) * step);
  }
  return out;
}

const strokes = (pattern: readonly number[]) => pattern.map((v) => (v > 0.4 ? 'x' : '.')).join('');

test('the pattern of a bar is read back step by step', () => {
  const rhythm = measureMusic(
    play({ kick: 'x.....x.x.......', snare: '....x.......x...', hat: 'x.x.x.x.x.x.x.x.' }, 100, 24),
  ).rhythm;
  expect(strokes(rhythm.kick)).toBe('x.....x.x.......');
  expect([4, 12].every((i) => rhythm.snare[i] > 0.7)).toBe(true);
  expect([1, 3, 5, 7, 9, 11, 13, 15].every((i) => rhythm.hat[i] < 0.2)).toBe(true);
  expect(rhythm.consistency).toBeGreaterThan(0.9);
  expect(rhythm.stepsPerBar).toBe(16);
});

test('a dembow is more syncopated than four on the floor', () => {
  const floor = { kick: 'x...x...x...x...', snare: '....x.......x...' };
  const dembow = { kick: 'x...x...x...x...', snare: '...x..x....x..x.' };
  const values = (pattern: string) => Array.from(pattern, (c) => (c === 'x' ? 1 : 0));
  const read = (p: { kick: string; snare: string }) =>
    measureSyncopation({ kick: values(p.kick), snare: values(p.snare), hat: [] });
  expect(read(floor)).toBe(0);
  expect(read(dembow)).toBeGreaterThan(0.2);
});
