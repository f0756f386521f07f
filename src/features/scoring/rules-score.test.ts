/** The score sheet itself: well-formed, worded, and every term able to move its category. */
import { expect, test } from 'vitest';
import { bestMark, bestRange, markOn } from './rules-curve.ts';
import { WORDING } from './rules-notes.ts';
import { SHEET } from './rules-sheet.ts';

test('a mark follows straight lines between points and stays flat outside', () => {
  const curve = [
    [0, 0],
    [10, 1],
    [20, 1],
    [30, 0.5],
  ] as const;
  expect([-5, 0, 5, 10, 15, 25, 30, 99].map((value) => markOn(curve, value))).toEqual([
    0, 0, 0.5, 1, 1, 0.75, 0.5, 0.5,
  ]);
  expect(bestRange(curve)).toEqual({ from: 10, to: 20 });
});

test.each(SHEET.flatMap(({ id, terms }) => terms.map((term) => [`${id}.${term.id}`, term] as const)))(
  '%s rises in value, lies between 0 and 1, and has words',
  (_, { id, curve, weight }) => {
    const values = curve.map(([value]) => value);
    expect(values).toEqual([...values].sort((a, b) => a - b));
    expect(new Set(values).size).toBe(values.length);
    for (const [, mark] of curve) expect(mark).toBeGreaterThanOrEqual(0);
    // What may be the form does not get full marks.
    expect(bestMark(curve)).toBe(id === 'likelyParts' ? 0.8 : 1);
    expect(new Set(curve.map(([, mark]) => mark)).size).toBeGreaterThan(1);
    expect(weight).toBeGreaterThan(0);
    expect(WORDING[id], `words for ${id}`).toBeDefined();
  },
);

test('all eight categories are on the sheet, each term once in its category', () => {
  expect(SHEET.map(({ id }) => id).sort()).toEqual([
    'commerciality',
    'flow',
    'hookStrength',
    'lyrics',
    'originality',
    'production',
    'replayValue',
    'songStructure',
  ]);
  for (const { terms } of SHEET) expect(new Set(terms.map(({ id }) => id)).size).toBe(terms.length);
});
