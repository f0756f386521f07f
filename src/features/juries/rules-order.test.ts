// The orders of a round: as belenios-tool (Debian 2.0+dfsg-1) has them on the same ballots, and on published examples.
import { describe, expect, test } from 'vitest';
import { assignSeats, letterOf, medianOf, weighGrades } from './rules.ts';
import { type Ballot, orderTracks } from './rules-order.ts';

/**
 * Twenty random ballots each: a word a juror, a sign a track, 1 is the best and X is ten. Below them what
 * 'belenios-tool method schulze' and 'method majority-judgment' answered, tracks counted from 0, ties joined by =.
 */
const ELECTIONS = [
  {
    grades: 10,
    ballots:
      '5866 6371 9286 524X X689 1X81 9X88 7342 1331 6279 1519 53X3 58X7 2124 8X19 2257 6246 9862 2179 8699',
    schulze: '1 0 2 3',
    majority: '1 0 2 3',
  },
  {
    grades: 10,
    ballots:
      '511X1 36534 71X7X 83664 38489 47523 4X917 X5376 85X47 56131 X8762 782X9 72723 16387 8X878 93749 11677 57762 96659 96X79',
    schulze: '3 0 2 1 4',
    majority: '1 3 2 0 4',
  },
  {
    grades: 10,
    ballots:
      '234869 6X9191 576159 9XX676 698X45 X26565 787517 XX2567 312765 X24449 599599 645787 638722 9X845X 341726 266452 4X2X67 3X3738 98338X X26X22',
    schulze: '3 4 2 0 5 1',
    majority: '4 3 2 0 5 1',
  },
  {
    grades: 5,
    ballots:
      '2355443 1213522 2123123 1353513 2154231 5313155 1523413 4223534 2314252 1242241 1143135 1343414 1334555 2234523 2323233 1345112 2114443 3145313 3243441 4222222',
    schulze: '0 1 5 2 6 4 3',
    majority: '0 1 5 2 6 3 4',
  },
  {
    grades: 3,
    ballots:
      '33122222 21121131 22312323 11112121 33211212 12312212 12211323 13133313 31222221 32333132 12111132 32313133 21222332 11332333 22111332 22333223 22322312 11321331 22323223 33313332',
    schulze: '3 1 0 4 7 2=6 5',
    majority: '3 0 1 4 7 5 6 2',
  },
  {
    grades: 10,
    ballots:
      'X232624795 4787976X99 3217827832 XXX8481617 3963119438 3455294465 5322232648 82229XX695 7X71319385 648247X454 X613777799 2579693869 75X3777334 8253467475 3557218489 3439489595 8514X99559 512X853214 14916X3323 9224187786',
    schulze: '3 1 4 2 7 9 5 8 0 6',
    majority: '3 1 4 2 7 9 0 8 6 5',
  },
  {
    grades: 2,
    ballots:
      '22112 22121 22211 22211 12121 21121 12212 12121 21122 21111 21111 11211 22211 22122 12112 11121 12222 12121 22112 11122',
    schulze: '2 4 3 0 1',
    majority: '2 4 3 0 1',
  },
  {
    grades: 10,
    ballots:
      '4X2245193265 647758163X36 14X86612472X 1128127X3991 45X342596864 3X877498325X 3847182697X6 X7152736XX86 618738143179 43151987X725 14512X155148 X4864585X648 935121616755 8X55441264X2 587X31949462 557142571757 919127645525 435X53157485 4655271X512X 9X4673266163',
    schulze: '4 6 3=5 1 9 0 10 7 2 11 8',
    majority: '6 4 0 1 5 2 9 8 10 11 3 7',
  },
];

const readRanks = (word: string) => Array.from(word, (sign) => (sign === 'X' ? 10 : Number(sign)));
/** Ours are grades: the higher, the better. */
const toBallot = (word: string): Ballot => new Map(readRanks(word).map((rank, track) => [track, 11 - rank]));
const say = (groups: number[][]) => groups.map((tracks) => tracks.join('=')).join(' ');

describe.each(ELECTIONS)(
  'LR-5 the order equals a foreign tool’s on twenty ballots of $grades grades',
  (election) => {
    const ballots = election.ballots.split(' ').map(toBallot);
    const tracks = [...ballots[0].keys()];
    test.each(['schulze', 'majority'] as const)('%s', (method) => {
      expect(ballots).toHaveLength(20);
      expect(say(orderTracks(method, tracks, ballots))).toBe(election[method]);
    });
  },
);

/** 'ACBED 5' of Schulze's paper: five jurors with that order. */
function readProfile(text: string): Ballot[] {
  return text.split(', ').flatMap((part) => {
    const [order, times] = part.split(' ');
    const ballot = new Map(
      Array.from(order, (name, place) => [name.charCodeAt(0) - 65, order.length - place]),
    );
    return Array.from({ length: Number(times) }, () => ballot);
  });
}

test('LR-5 Schulze’s own example, and jurors who heard only some of the tracks', () => {
  const profile = 'ACBED 5, ADECB 5, BEDAC 8, CABED 3, CAEBD 7, CBADE 2, DCEBA 7, EBADC 8';
  expect(say(orderTracks('schulze', [0, 1, 2, 3, 4], readProfile(profile)))).toBe('4 0 2 1 3');
  const some = [
    new Map([
      [1, 9],
      [2, 4],
    ]),
    new Map([
      [2, 8],
      [3, 3],
    ]),
    new Map([
      [3, 7],
      [1, 9],
    ]),
  ];
  expect(say(orderTracks('schulze', [1, 2, 3], some))).toBe('1 2 3');
});

test('LR-5 the median decides, then the mean; equal ones share a place', () => {
  const ballots = [
    new Map([
      [1, 5],
      [2, 5],
      [3, 9],
      [4, 5],
    ]),
    new Map([
      [1, 7],
      [2, 7],
      [3, 1],
      [4, 7],
    ]),
    new Map([
      [1, 9],
      [2, 8],
      [3, 2],
      [4, 9],
    ]),
  ];
  expect(say(orderTracks('median', [1, 2, 3, 4], ballots))).toBe('1=4 2 3');
  expect([medianOf([3, 1, 2]), medianOf([1, 2, 3, 10])]).toEqual([2, 2.5]);
  expect(
    weighGrades(
      [
        { id: 'a', name: 'A', weight: 3 },
        { id: 'b', name: 'B', weight: 1 },
      ],
      { a: 8, b: 5 },
    ),
  ).toBe(7.25);
});

test('LR-5 every track has three different ears, and nobody two tracks more than another', () => {
  for (const [tracks, jurors] of [
    [7, 3],
    [7, 4],
    [10, 7],
    [1, 5],
    [200, 9],
  ]) {
    const seats = assignSeats(
      tracks,
      Array.from({ length: jurors }, (_, id) => id),
      3,
    );
    expect(seats.every((ears) => new Set(ears).size === 3)).toBe(true);
    const loads = Array.from({ length: jurors }, (_, id) => seats.flat().filter((ear) => ear === id).length);
    expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(1);
  }
  expect([0, 25, 26, 51, 52].map(letterOf)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA']);
});
