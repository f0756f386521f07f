import { expect, test } from 'vitest';
import { needleAngle, pointAt, SWEEP } from './gauge-geometry.ts';

test('the needle covers the scale and stops at the pins', () => {
  expect(needleAngle(0)).toBe(-SWEEP);
  expect(needleAngle(50)).toBe(0);
  expect(needleAngle(100)).toBe(SWEEP);
  expect(needleAngle(1000)).toBe(needleAngle(103));
  expect(needleAngle(Number.NaN)).toBe(needleAngle(-3));
});

test('the middle of the scale is straight above the pivot', () => {
  expect(pointAt(50, 100)).toEqual({ x: 160, y: 96 });
});
