import { expect, test } from 'vitest';
import { moveRivals, startRivals } from './rules-rivals.ts';

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
