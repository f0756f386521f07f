import { expect, test } from 'vitest';
import { measureMusic } from '../measure-music.ts';
import { addDrum, pulse, silence } from '../test-music.ts';
import { weighOctaves } from './octave.ts';

/** A bar of sixteenths with full strokes on some of them. */
const bar = (...on: number[]) => Array.from({ length: 16 }, (_, i) => (on.includes(i) ? 1 : 0));
const drums = (kick: number[], snare: number[], density: number) => ({
  kick,
  snare,
  density,
  stepsPerBar: 16,
});
const BACKBEAT = drums(bar(0, 8), bar(4, 12), 16);

test('a backbeat in the middle of the tempos is counted as it is', () => {
  const { half, double } = weighOctaves(108, BACKBEAT);
  expect(Math.max(half, double)).toBeLessThan(0.05);
});

test('few strokes and one snare a bar may be half a bar, kick and snare between the beats two', () => {
  expect(weighOctaves(150, drums(bar(0), bar(8), 7)).half).toBeGreaterThan(0.8);
  expect(weighOctaves(70, drums(bar(0, 4, 8, 12), bar(2, 6, 10, 14), 20)).double).toBeGreaterThan(0.6);
});

test('the same drums are the likelier counted otherwise the further they are from the usual tempo', () => {
  const speeds = [110, 130, 150, 170];
  const halves = speeds.map((bpm) => weighOctaves(bpm, BACKBEAT).half);
  expect(halves).toEqual([...halves].sort((a, b) => a - b));
  const doubles = speeds.map((bpm) => weighOctaves(bpm / 2, BACKBEAT).double);
  expect(doubles).toEqual([...doubles].sort((a, b) => b - a));
});

test('where nothing strikes, and in three-four, the odds are numbers', () => {
  expect(weighOctaves(0, BACKBEAT)).toEqual({ half: 0, double: 0 });
  const nothing = Array.from({ length: 12 }, () => 0);
  const { half, double } = weighOctaves(120, { kick: nothing, snare: nothing, density: 0, stepsPerBar: 12 });
  expect(half + double).toBeGreaterThan(0);
  expect(half + double).toBeLessThan(1);
});

test('a slow backbeat without hats is counted slowly, and its double speed stays likely', () => {
  const out = silence(50);
  for (const [i, t] of pulse(4 * 76, 50).entries()) {
    if ([0, 2, 6, 10, 14].includes(i % 16)) addDrum(out, 'kick', t);
    if (i % 8 === 4) addDrum(out, 'snare', t);
  }
  const { tempo, octaves, beats } = measureMusic(out);
  expect(Math.abs(tempo.bpm / 76 - 1)).toBeLessThan(0.01);
  expect(octaves.half).toBe(0);
  expect(octaves.double).toBeGreaterThan(0.1);
  expect(beats[11] - beats[10]).toBeCloseTo(60 / 76, 1);
});
