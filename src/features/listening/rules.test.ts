/** Ratings together, mentions, and an even share of what is to be heard. */
import { expect, test } from 'vitest';
import { findMentions, shareEvenly, summariseRatings } from './rules.ts';

test('LR-3 several ratings have an average, a median and a spread; from four apart people disagree', () => {
  expect(summariseRatings([])).toMatchObject({ count: 0, average: null, median: null, spread: null });
  expect(summariseRatings([7])).toEqual({ count: 1, average: 7, median: 7, spread: null, disagree: false });
  expect(summariseRatings([8, 7, 4])).toEqual({
    count: 3,
    average: 6.3,
    median: 7,
    spread: { from: 4, to: 8 },
    disagree: true,
  });
  expect(summariseRatings([5, 8])).toMatchObject({ median: 6.5, disagree: false });
});

test('LR-3 a note calls colleagues by first or full name, and nobody by part of a word', () => {
  const people = [
    { id: 1, name: 'Maya Kessler' },
    { id: 2, name: 'Theo Dahl' },
    { id: 3, name: 'May' },
    { id: 4, name: 'Maya Ito' },
  ];
  expect(findMentions('Agreed, @theo. Ask @Maya Ito!', people)).toEqual([1, 2, 4]);
  expect(findMentions('@mayday, write to jo@theo.example', people)).toEqual([]);
  expect(findMentions('@May: yours', people)).toEqual([3]);
});

test('LR-3 tracks are shared evenly, past who may not judge them', () => {
  const open = new Set<number>();
  const people = [
    { staffId: 1, load: 2, barred: open },
    { staffId: 2, load: 0, barred: new Set([11]) },
    { staffId: 3, load: 0, barred: open },
  ];
  const made = shareEvenly([10, 11, 12, 13, 14, 15, 16], people, 1);
  const of = (staffId: number) =>
    made.filter((one) => one.staffId === staffId).map((one) => one.submissionId);
  expect([of(1).length, of(2).length, of(3).length]).toEqual([1, 3, 3]);
  expect(of(2)).not.toContain(11);
  expect(shareEvenly([10, 11], people, 3)).toHaveLength(5);
});
