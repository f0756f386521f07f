import { expect, test } from 'vitest';
import { litSegments } from './level-meter.tsx';

test('nothing lights nothing, something lights one', () => {
  expect(litSegments(0, 16)).toBe(0);
  expect(litSegments(-4, 16)).toBe(0);
  expect(litSegments(Number.NaN, 16)).toBe(0);
  expect(litSegments(0.1, 16)).toBe(1);
});

test('only the end lights the last segment', () => {
  expect(litSegments(99.9, 16)).toBe(15);
  expect(litSegments(100, 16)).toBe(16);
  expect(litSegments(140, 16)).toBe(16);
});
