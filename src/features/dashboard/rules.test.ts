import { expect, test } from 'vitest';
import { scoreBand, visibleRange } from './rules.ts';

test('SD-5 score bands 95, 90, 85, 80, below', () => {
  expect([100, 95, 94, 90, 89, 85, 84, 80, 79, 0].map(scoreBand)).toEqual([
    '95',
    '95',
    '90',
    '90',
    '85',
    '85',
    '80',
    '80',
    'below',
    'below',
  ]);
});

test('only rows in sight are drawn, wherever the list is', () => {
  expect(visibleRange(0, 560, 56, 100_000)).toEqual({ from: 0, to: 18 });
  expect(visibleRange(56 * 5000, 560, 56, 100_000)).toEqual({ from: 4992, to: 5018 });
  expect(visibleRange(56 * 100_000, 560, 56, 100_000).to).toBe(100_000);
  expect(visibleRange(9999, 560, 56, 0)).toEqual({ from: 0, to: 0 });
});
