/** The letters of the hero follow the real peaks and stay inside the width they have at rest. */
import { expect, test } from 'vitest';
import { letterWidth } from './hero-type.tsx';

test('a letter is narrow where the track is quiet, wide where it is loud, and never outside the axis', () => {
  const peaks = [0, 50, 100];
  expect(letterWidth(peaks, 0)).toBe(66);
  expect(letterWidth(peaks, 0.4)).toBeCloseTo(95.5);
  expect(letterWidth(peaks, 0.99)).toBe(125);
  expect(letterWidth(peaks, -1)).toBe(66);
  expect(letterWidth(peaks, 7)).toBe(125);
  expect(letterWidth([180], 0)).toBe(125);
  expect(letterWidth([], 0.5)).toBe(125);
});
