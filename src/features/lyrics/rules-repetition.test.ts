/** What returns, which line is the hook line, and how rich the rest is. */
import { expect, test } from 'vitest';
import {
  findHookLine,
  groupLines,
  likenessOf,
  measureVocabulary,
  type PlacedLine,
  shareRepeated,
} from './rules-repetition.ts';

const place = (texts: readonly string[]): PlacedLine[] =>
  texts.map((text, i) => ({ words: text.split(' '), start: i * 4, end: i * 4 + 3 }));
const SONG = place([
  'I walk alone into the night',
  'saltwater teeth saltwater teeth',
  'the city sings a broken song',
  'saltwater teeth, saltwater teeth!',
  'yeah',
  'yeah',
  'yeah',
]);

test('likeness is the share of common words, whatever the punctuation', () => {
  expect(likenessOf(['Hold', 'on,'], ['hold', 'on'])).toBe(1);
  expect(likenessOf(['hold', 'on'], ['let', 'go'])).toBe(0);
  expect(likenessOf([], ['a'])).toBe(0);
});

test('a line that returns is found, with where; a single word is none', () => {
  const first = groupLines(SONG);
  expect(first).toEqual([0, 1, 2, 1, 4, 4, 4]);
  expect(shareRepeated(first)).toBeCloseTo(3 / 7);
  expect(findHookLine(SONG, first, [])).toEqual({ lines: [1, 3], inHook: null });
  expect(findHookLine(SONG, first, [{ start: 4, end: 8 }])).toEqual({ lines: [1, 3], inHook: 0.5 });
});

test('a line with a word changed returns, one that shares half of its words does not', () => {
  const lines = place(['hold me till the morning', 'hold me till the evening', 'hold me till they call']);
  expect(groupLines(lines)).toEqual([0, 0, 2]);
});

test('of lines that return equally often, the one in the hook of the track wins', () => {
  const lines = place(['walk with me', 'run from me', 'walk with me', 'run from me']);
  const first = groupLines(lines);
  expect(findHookLine(lines, first, [{ start: 4, end: 8 }])?.lines).toEqual([1, 3]);
  expect(findHookLine(lines, first, [{ start: 0, end: 4 }])?.lines).toEqual([0, 2]);
});

test('nothing returns: no hook line', () => {
  const lines = place(['one two', 'three four']);
  expect(findHookLine(lines, groupLines(lines), [])).toBeNull();
});

test('vocabulary does not depend on length, nor on how often the chorus comes', () => {
  const words = Array.from({ length: 40 }, (_, i) => `word${i}`);
  const lines = place([words.slice(0, 20).join(' '), words.slice(20).join(' ')]);
  const sung = [...lines, ...lines, ...lines];
  expect(measureVocabulary(lines, groupLines(lines))).toBe(1);
  expect(measureVocabulary(sung, groupLines(sung))).toBe(1);
  const poor = place(Array.from({ length: 5 }, (_, i) => `go go go go go go go go go n${i}`));
  expect(measureVocabulary(poor, [0, 1, 2, 3, 4])).toBeCloseTo(5 / 40, 1);
  expect(measureVocabulary(lines.slice(0, 1), [0])).toBeNull();
});
