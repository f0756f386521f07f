/** Lines and stanzas from pauses and bars. */
import { expect, test } from 'vitest';
import type { TranscribedWord } from '#features/recordings/rules-transcript.ts';
import { cutLines, cutStanzas } from './rules-lines.ts';

/** Words a third of a second apart, from a time on. */
const say = (text: string, from: number): TranscribedWord[] =>
  text
    .split(' ')
    .map((word, i) => ({ text: word, start: from + i / 3, end: from + i / 3 + 0.3, confidence: 1 }));
const read = (lines: TranscribedWord[][]) => lines.map((line) => line.map(({ text }) => text).join(' '));

test('a pause ends a line', () => {
  expect(read(cutLines([...say('walk with me', 0), ...say('into the night', 2)], []))).toEqual([
    'walk with me',
    'into the night',
  ]);
});

test('the end of a sentence ends a line, unless the line has only begun', () => {
  expect(
    read(cutLines(say('Hold me like the summer. Tell me everything is fine. No. Not now', 0), [])),
  ).toEqual(['Hold me like the summer.', 'Tell me everything is fine.', 'No. Not now']);
});

test('without a pause a line is cut at a bar', () => {
  const words = say('one two three four five six seven eight nine ten eleven twelve', 0);
  const bars = [0, 2, 4];
  expect(read(cutLines(words, [0, 1, 2, 3, 4]))).toHaveLength(2);
  expect(read(cutLines(words, bars))).toEqual([words.map(({ text }) => text).join(' ')]);
  for (const line of cutLines(words, [0, 1, 2, 3, 4])) expect([0, 2]).toContain(Math.round(line[0].start));
});

test('every word stays, once and in order', () => {
  const words = say(Array.from({ length: 100 }, (_, i) => `w${i}`).join(' '), 0);
  expect(cutLines(words, []).flat()).toEqual(words);
  for (const line of cutLines(words, [])) expect(line.length).toBeLessThanOrEqual(18);
});

test('a long pause opens a stanza', () => {
  const lines = cutLines(
    [...say('walk with me', 0), ...say('run with me', 2), ...say('stay here now', 10)],
    [],
  );
  expect(cutStanzas(lines)).toEqual([0, 2]);
  expect(cutLines([], [])).toEqual([]);
  expect(cutStanzas([])).toEqual([]);
});
