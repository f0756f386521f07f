import type { Chance } from '../../src/app/test-money-world.ts';

/** One of them, as often as its share of a hundred says. */
export function pickByShare<T>(chance: Chance, list: readonly (readonly [share: number, what: T])[]): T {
  let left = chance.next() * 100;
  for (const [share, what] of list) {
    left -= share;
    if (left < 0) return what;
  }
  return list[0][1];
}
