/** Rhymes on texts whose rhymes are known: schemes, classes, insides, and that more rhyme never counts as less. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { WordTools } from './rules-measure.ts';
import { compareWords } from './rules-rhymes.ts';
import { findRhymes } from './rules-scheme.ts';
import { loadWordTools } from './service-tools.ts';

let tools: WordTools;
beforeAll(async () => {
  tools = await loadWordTools();
});

const find = (text: string) =>
  findRhymes(
    text
      .trim()
      .split(/\n\s*\n/)
      .map((stanza) => stanza.split('\n').map((line) => line.trim().split(/\s+/))),
    tools.pronounce,
  );
const kind = (a: string, b: string) =>
  compareWords(tools.pronounce(a).phones, tools.pronounce(b).phones)?.kind ?? null;

describe('syllables and sounds', () => {
  test.each([
    ['fire', 2],
    ['beautiful', 3],
    ["runnin'", 2],
    ['runnin', 2],
    ['the', 1],
    ['Meridians', 4],
    ['skrrt', 1],
    ['night-light', 2],
  ])('%s has %i', (word, syllables) => {
    expect(tools.pronounce(word).syllables).toBe(syllables);
  });

  test('a word nobody knows has the sound of its ending, and is not called known', () => {
    const made = tools.pronounce('flubnight');
    expect(made.known).toBe(false);
    expect(made.phones.slice(-2)).toEqual(['AY1', 'T']);
  });
});

describe('two words', () => {
  test.each([
    ['night', 'light', 'perfect'],
    ['city', 'pretty', 'perfect'],
    ['desire', 'higher', 'perfect'],
    ['tonight', 'bright', 'perfect'],
    ['time', 'line', 'slant'],
    ['time', 'times', 'slant'],
    ['running', 'coming', 'slant'],
    ['happily', 'me', 'slant'],
    ['orange', 'door', null],
    ['table', 'water', null],
  ])('%s and %s: %s', (a, b, expected) => {
    expect(kind(a, b)).toBe(expected);
    expect(kind(b, a)).toBe(expected);
  });
});

const COUPLETS = `I walk alone into the night
and never see the morning light
the city sings a broken song
and I have waited far too long`;
const CROSSED = `I walk alone into the night
the city sings a broken song
and never see the morning light
and I have waited far too long`;
const BLANK = `the table stood beside a window
my brother carried heavy lumber
somebody painted all the branches
and nothing happened after supper`;

describe('schemes', () => {
  test('couplets are AABB, all ends rhyme', () => {
    const { scheme, endRhymes, ends } = find(COUPLETS);
    expect(scheme).toBe('AABB');
    expect(endRhymes).toBe(1);
    expect(ends).toEqual([['A', 'A', 'B', 'B']]);
  });

  test('crossed lines are ABAB', () => {
    expect(find(CROSSED).scheme).toBe('ABAB');
  });

  test('every second line is xAxA', () => {
    expect(
      find(`the table stood beside a window
        and never see the morning light
        my brother carried heavy lumber
        I walk alone into the night`).scheme,
    ).toBe('xAxA');
  });

  test('no rhyme: no scheme, no ends', () => {
    const { scheme, endRhymes } = find(BLANK);
    expect(scheme).toBeNull();
    expect(endRhymes).toBe(0);
  });

  test('the same word again is no rhyme', () => {
    expect(find('I want the night\nyou want the night').endRhymes).toBe(0);
  });

  test('slant rhymes count half', () => {
    const { endRhymes, marks } = find('we never had the time\nstanding in a line');
    expect(endRhymes).toBe(0.5);
    expect(marks[0][0][4]).toEqual({ letter: 'A', weight: 0.5 });
  });

  test('rhymes inside lines share a letter', () => {
    const { internal, marks } = find('the late great fate of all we wanted\nsomebody carried heavy lumber');
    expect(internal).toBe(3);
    expect(new Set([1, 2, 3].map((word) => marks[0][0][word]?.letter)).size).toBe(1);
  });

  test('rhymes over several syllables are counted apart', () => {
    expect(find('somebody painted the pretty city\nI never wanted your empty pity').multis).toBe(1);
    expect(find(COUPLETS).multis).toBe(0);
  });

  test('letters start anew in a new stanza', () => {
    expect(find(`${COUPLETS}\n\n${COUPLETS}`).ends).toEqual([
      ['A', 'A', 'B', 'B'],
      ['A', 'A', 'B', 'B'],
    ]);
  });
});

test('a line end turned into a rhyme, syllables unchanged, never lowers density or the share of ends', () => {
  const pairs = [
    ['stone', 'lamp', 'bone'],
    ['bread', 'moon', 'head'],
    ['glass', 'fern', 'pass'],
    ['chair', 'milk', 'stair'],
  ];
  const write = (rhymed: number) =>
    find(
      pairs
        .flatMap(([one, other, rhyme], i) => [one, i < rhymed ? rhyme : other])
        .map((word) => `somebody carried a ${word}`)
        .join('\n'),
    );
  const found = [0, 1, 2, 3, 4].map(write);
  for (let i = 1; i < found.length; i++) {
    expect(found[i].density).toBeGreaterThan(found[i - 1].density);
    expect(found[i].endRhymes).toBeGreaterThan(found[i - 1].endRhymes);
  }
  expect(found[4].endRhymes).toBe(1);
});
