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

const bar = (pattern: string) => Array.from(pattern, (c) => (c === 'x' ? 1 : 0));

test('a dembow is more syncopated than four on the floor, and even eighths are not at all', () => {
  const read = (pattern: string) => measureSyncopation(Array.from({ length: 8 }, () => bar(pattern)));
  expect(read('x...x...x...x...')).toEqual({ offbeat: 0, syncopation: 0 });
  expect(read('x.x.x.x.x.x.x.x.')).toEqual({ offbeat: 0.5, syncopation: 0 });
  expect(read('x..x..x.x..x..x.').syncopation).toBeGreaterThan(0.3);
});

test('syncopation is counted bar by bar: what changes from bar to bar is not averaged away', () => {
  const turns = ['x..x..x...x.x...', 'x.x...x..x..x..x', 'x...x.x...x...x.', 'x.....x.x..x....'];
  const mean = Array.from({ length: 16 }, (_, i) => turns.reduce((sum, t) => sum + bar(t)[i] / 4, 0));
  expect(measureSyncopation(turns.map(bar)).syncopation).toBeGreaterThan(
    measureSyncopation([mean]).syncopation + 0.1,
  );
});

test('what pulls against kick and snare is heard in whatever instrument it is', () => {
  const drums = play({ kick: 'x.......x.......', snare: '....x.......x...' }, 100, 24);
  const pulled = drums.slice();
  const step = 15 / 100;
  for (let s = 0; (s + 4) * step < 24; s++)
    if ([3, 6, 11, 14].includes(s % 16)) addDrum(pulled, 'hat', 0.1 + s * step, 1);
  const plain = measureMusic(drums).rhythm;
  const against = measureMusic(pulled).rhythm;
  expect(plain.offbeat).toBeLessThan(0.1);
  expect(against.offbeat).toBeGreaterThan(0.35);
  expect(against.syncopation).toBeGreaterThan(plain.syncopation + 0.15);
});
