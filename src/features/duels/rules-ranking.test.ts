// The fan ranking by duels gives R's abilities and standard errors, and stays finite where R's would not.
import { expect, test } from 'vitest';
import { fitBradleyTerry, type Pairing, sayChance } from './rules-ranking.ts';
import { REFERENCES } from './test-references.ts';

const toPairing = ([first, second, firstWins, secondWins]: [number, number, number, number]): Pairing => ({
  first,
  second,
  firstWins,
  secondWins,
});

test.each(REFERENCES)('PT-10 $name: abilities and standard errors are those of BradleyTerry2', (set) => {
  const { ability, errorOf } = fitBradleyTerry(set.players.length, set.pairs.map(toPairing), 0);
  for (const [index, name] of set.players.entries()) {
    expect(ability[index] - ability[0], name).toBeCloseTo(set.ability[index], 5);
    if (index > 0) expect(errorOf(index, 0), name).toBeCloseTo(set.standardError[index], 4);
  }
});

test('PT-10 who won everything is first, within a finite interval that more duels make narrower', () => {
  const repeat = (times: number) =>
    fitBradleyTerry(3, [toPairing([0, 1, times, 0]), toPairing([1, 2, times, 0])]);
  const { ability, errorOf } = repeat(4);
  expect(ability[0]).toBeGreaterThan(ability[1]);
  expect(ability[1]).toBeGreaterThan(ability[2]);
  expect(ability.every(Number.isFinite)).toBe(true);
  expect(ability.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 9);
  expect(repeat(40).errorOf(1)).toBeLessThan(errorOf(1));
  expect(sayChance(0)).toBe(50);
});

test('PT-10 nobody and two who never met: no answer is invented', () => {
  expect(fitBradleyTerry(0, []).ability).toEqual([]);
  const { ability, errorOf } = fitBradleyTerry(2, []);
  expect(ability).toEqual([0, 0]);
  expect(errorOf(0)).toBeGreaterThan(1);
});
