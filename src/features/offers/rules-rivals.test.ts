import { expect, test } from 'vitest';
import { holdText, moveRivals, startRivals } from './rules-rivals.ts';

test('RE-5 four rivals stay between 70 and the own displayed score minus 2', () => {
  for (const own of [80, 89, 98])
    for (const random of [() => 0, () => 0.5, () => 0.999, Math.random]) {
      let rivals = startRivals(own);
      for (let step = 0; step < 60; step++) {
        const before = new Map(rivals.map(({ name, score }) => [name, score]));
        rivals = moveRivals(rivals, own, random);
        expect(rivals).toHaveLength(4);
        for (const { name, score, change } of rivals) {
          expect(score).toBeGreaterThanOrEqual(70);
          expect(score).toBeLessThanOrEqual(own - 2);
          expect(score - (before.get(name) ?? 0)).toBe(change);
        }
      }
    }
});

test('RE-4 the time as m:ss from a minute on, as seconds below', () => {
  expect([600, 61, 60, 59, 2, 1, 0].map(holdText)).toEqual([
    '10:00',
    '1:01',
    '1:00',
    '59 seconds',
    '2 seconds',
    '1 second',
    '0 seconds',
  ]);
});
