// The fan ranking by duels gives R's abilities and standard errors, and stays finite where R's would not.
import { expect, test } from 'vitest';
import { fitBradleyTerry, type Pairing, sayChance } from './rules-ranking.ts';

/**
 * What R's BradleyTerry2 1.1.2 says (R 4.2.2, Debian's r-cran-bradleyterry2): `BTm(cbind(win1, win2), player1,
 * player2)` and `BTabilities`, relative to the first player. Two of its own data sets (citations: Stigler 1994; baseball:
 * Agresti 1990, home and away added up), and one drawn with set.seed(18): 12 abilities of rnorm(sd 0.8), up to 9 duels a pair.
 * A pair is [first, second, first's wins, second's wins].
 */
const REFERENCES: {
  name: string;
  players: string[];
  pairs: [number, number, number, number][];
  ability: number[];
  standardError: number[];
}[] = [
  {
    name: 'citations',
    players: ['Biometrika', 'Comm Statist', 'JASA', 'JRSS-B'],
    pairs: [
      [0, 1, 730, 33],
      [0, 2, 498, 320],
      [0, 3, 221, 284],
      [1, 2, 68, 813],
      [1, 3, 17, 276],
      [2, 3, 142, 325],
    ],
    ability: [0.0, -2.949072, -0.47957, 0.268954],
    standardError: [0.0, 0.102545, 0.060589, 0.07083],
  },
  {
    name: 'baseball',
    players: ['Baltimore', 'Boston', 'Cleveland', 'Detroit', 'Milwaukee', 'New York', 'Toronto'],
    pairs: [
      [0, 1, 1, 12],
      [0, 2, 7, 6],
      [0, 3, 4, 9],
      [0, 4, 2, 11],
      [0, 5, 3, 10],
      [0, 6, 1, 12],
      [1, 2, 7, 6],
      [1, 3, 2, 11],
      [1, 4, 6, 7],
      [1, 5, 7, 6],
      [1, 6, 6, 7],
      [2, 3, 4, 9],
      [2, 4, 4, 9],
      [2, 5, 6, 7],
      [2, 6, 5, 8],
      [3, 4, 6, 7],
      [3, 5, 5, 8],
      [3, 6, 7, 6],
      [4, 5, 7, 6],
      [4, 6, 9, 4],
      [5, 6, 6, 7],
    ],
    ability: [0.0, 1.107698, 0.683853, 1.436408, 1.581356, 1.247618, 1.294485],
    standardError: [0.0, 0.333878, 0.331877, 0.339568, 0.343256, 0.335861, 0.336669],
  },
  {
    name: 'generated',
    players: [
      'track 1',
      'track 2',
      'track 3',
      'track 4',
      'track 5',
      'track 6',
      'track 7',
      'track 8',
      'track 9',
      'track 10',
      'track 11',
      'track 12',
    ],
    pairs: [
      [0, 1, 1, 3],
      [0, 2, 7, 0],
      [0, 3, 4, 2],
      [0, 4, 7, 2],
      [0, 5, 6, 1],
      [0, 6, 7, 2],
      [0, 8, 2, 1],
      [0, 9, 2, 6],
      [0, 10, 3, 1],
      [0, 11, 1, 3],
      [1, 2, 1, 0],
      [1, 4, 8, 0],
      [1, 6, 6, 1],
      [1, 7, 2, 5],
      [1, 8, 4, 0],
      [1, 9, 1, 1],
      [1, 10, 5, 0],
      [1, 11, 4, 4],
      [2, 4, 0, 7],
      [2, 5, 0, 5],
      [2, 6, 2, 3],
      [2, 8, 0, 1],
      [2, 10, 3, 2],
      [2, 11, 0, 1],
      [3, 4, 5, 3],
      [3, 5, 2, 1],
      [3, 6, 3, 1],
      [3, 8, 2, 5],
      [3, 9, 2, 6],
      [3, 10, 7, 2],
      [3, 11, 0, 1],
      [4, 5, 1, 0],
      [4, 6, 3, 5],
      [4, 8, 2, 7],
      [4, 9, 0, 1],
      [4, 10, 2, 0],
      [4, 11, 0, 1],
      [5, 6, 6, 3],
      [5, 7, 1, 1],
      [5, 8, 1, 0],
      [5, 9, 3, 4],
      [5, 10, 4, 0],
      [5, 11, 0, 3],
      [6, 7, 2, 7],
      [6, 8, 1, 3],
      [6, 9, 1, 5],
      [6, 11, 0, 3],
      [7, 8, 8, 1],
      [7, 9, 5, 1],
      [7, 10, 1, 0],
      [7, 11, 5, 1],
      [8, 9, 1, 1],
      [8, 10, 1, 0],
      [8, 11, 3, 2],
      [9, 10, 2, 0],
      [10, 11, 1, 6],
    ],
    ability: [
      0.0, 1.003822, -2.85565, -0.742958, -1.233717, -0.56195, -1.172288, 1.530502, -0.119298, 0.393647,
      -2.541885, 0.595654,
    ],
    standardError: [
      0.0, 0.488793, 0.611724, 0.425186, 0.419422, 0.43411, 0.403837, 0.531411, 0.446249, 0.429836, 0.59996,
      0.491739,
    ],
  },
];

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
