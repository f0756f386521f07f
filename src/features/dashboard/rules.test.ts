import { expect, test } from 'vitest';
import { scoreBand } from './rules.ts';

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
