/** What the panel shows of a sheet. */
import { expect, test } from 'vitest';
import type { LyricMeasures } from './contract-sheet.ts';
import { describeSheet, findSungLine, readSheet, rhymeColour } from './rules-display.ts';

const LINES = [
  { start: 1, end: 3 },
  { start: 3.2, end: 5 },
  { start: 20, end: 24 },
];

test.each([
  [0, null],
  [1, 0],
  [3.1, 0],
  [3.2, 1],
  [6.4, 1],
  [10, null],
  [21, 2],
  [99, null],
])('at %f s the line is %o', (time, line) => {
  expect(findSungLine(LINES, time)).toBe(line);
});

const MEASURES = {
  words: 120,
  distinctWords: 70,
  syllableRate: 3.456,
  endRhymes: 0.8,
  scheme: 'AABB',
  onBeat: 0.41,
  sentiment: -0.6,
  hookLine: { text: 'hold on', times: 1, starts: [1], inHook: null },
  internalRhymes: 0,
  multiRhymes: 2,
  paceChanges: [],
} as unknown as LyricMeasures;

test('the readout gives figures, and reasons where there are none', () => {
  expect(readSheet({ measures: MEASURES, approximate: false }).map(({ value }) => value)).toEqual([
    '3.5',
    '80%',
    '41%',
    '120',
  ]);
  const blind = { ...MEASURES, syllableRate: null, onBeat: null, endRhymes: null };
  expect(readSheet({ measures: blind, approximate: true }).map(({ detail }) => detail)).toEqual([
    'times are approximate',
    'English words only',
    'needs exact times',
    '70 different ones',
  ]);
});

test('mood, language and the rest are described in sentences', () => {
  expect(describeSheet({ measures: MEASURES, language: 'fr' })).toEqual([
    'The hook line comes once.',
    '2 rhymes run over two syllables or more.',
    'By their words, the lyrics are more dark than bright.',
    'Language: French.',
  ]);
});

test('letters next to each other have different colours', () => {
  expect(new Set('ABCDEF'.split('').map(rhymeColour)).size).toBe(6);
  expect(rhymeColour('G')).toBe(rhymeColour('A'));
});
