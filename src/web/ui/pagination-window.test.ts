import { expect, test } from 'vitest';
import { pageWindow, shownRange } from './pagination-window.ts';

test('LB-3 shows at most 5 page numbers, around the current one', () => {
  expect(pageWindow(1, 10)).toEqual([1, 2, 3, 4, 5]);
  expect(pageWindow(3, 10)).toEqual([1, 2, 3, 4, 5]);
  expect(pageWindow(6, 10)).toEqual([4, 5, 6, 7, 8]);
  expect(pageWindow(10, 10)).toEqual([6, 7, 8, 9, 10]);
});

test('LB-3 shows only pages that exist', () => {
  expect(pageWindow(1, 3)).toEqual([1, 2, 3]);
  expect(pageWindow(1, 1)).toEqual([1]);
  expect(pageWindow(1, 0)).toEqual([]);
});

test('LB-3 counts what is shown', () => {
  expect(shownRange(1, 5, 24)).toEqual({ from: 1, to: 5, total: 24 });
  expect(shownRange(5, 5, 24)).toEqual({ from: 21, to: 24, total: 24 });
  expect(shownRange(1, 5, 0)).toEqual({ from: 0, to: 0, total: 0 });
});
