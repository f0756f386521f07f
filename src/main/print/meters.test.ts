import { expect, test } from 'vitest';
import { drawBar, drawCurve, drawDeviation, wrap } from './meters.ts';

test('a bar is as wide as asked and never leaves its ends', () => {
  expect(drawBar(0, 4)).toBe('░░░░');
  expect(drawBar(0.5, 4)).toBe('██░░');
  expect(drawBar(0.53125, 4)).toBe('██▏░');
  expect(drawBar(1.7, 4)).toBe('████');
  expect(drawBar(Number.NEGATIVE_INFINITY, 4)).toBe('░░░░');
});

test('a deviation grows from the middle to its side', () => {
  const [left, right] = drawDeviation(-4).split('│');
  expect(left).toBe('░░░░░░░░░░█████');
  expect(right).toBe('░'.repeat(15));
  expect(drawDeviation(99)).toBe(`${'░'.repeat(15)}│${'█'.repeat(15)}`);
});

test('a curve shows the highest of each stretch', () => {
  expect(drawCurve([0, 7, 0, 0, 3, 0], 3, [0, 8])).toBe('█▁▄');
  expect(drawCurve([0, 8], 10, [0, 8])).toBe('▁█');
  expect(drawCurve([], 10, [0, 8])).toBe('');
});

test('paragraphs break at spaces', () => {
  expect(wrap('one two  three', 7)).toEqual(['one two', 'three']);
  expect(wrap('', 7)).toEqual([]);
});
