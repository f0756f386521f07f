import { expect, test } from 'vitest';
import { drawBars, resamplePeaks } from './peaks.ts';

test('fewer bars keep the loudest of each stretch', () => {
  expect(resamplePeaks([1, 9, 2, 2, 0, 7], 3)).toEqual([9, 2, 7]);
});

test('more bars than peaks repeat, none is invented', () => {
  expect(resamplePeaks([10, 20], 4)).toEqual([10, 10, 20, 20]);
});

test('no peaks, no bars', () => {
  expect(resamplePeaks([], 5)).toEqual([]);
  expect(resamplePeaks([1], 0)).toEqual([]);
  expect(drawBars([])).toBe('');
});

test('bars are centred, at least a hairline and at most the box', () => {
  expect(drawBars([100, 0, 140])).toBe('M0 0h0.62v100h-0.62zM1 49h0.62v2h-0.62zM2 0h0.62v100h-0.62z');
});
