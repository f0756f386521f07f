// Word errors are counted as everybody counts them.
import { expect, test } from 'vitest';
import { countErrors, plainWords } from './word-errors.ts';

const count = (spoken: string, shown: string) => countErrors(plainWords(spoken), plainWords(shown));

test('substituted, missing and added words are errors; only what is shown can be wrong', () => {
  expect(count('hold me like the summer', 'Hold me like the summer.')).toMatchObject({ errors: 0, wrong: 0 });
  expect(count('hold me like the summer', 'hold me the summer')).toMatchObject({ errors: 1, wrong: 0 });
  expect(count('hold me like the summer', 'hold me like a summer')).toMatchObject({ errors: 1, wrong: 1 });
  expect(count('hold me', 'oh hold me')).toMatchObject({ errors: 1, wrong: 1, spoken: 2, shown: 3 });
  expect(count('hold me', '')).toMatchObject({ errors: 2, wrong: 0 });
});

test('spelling of either side of the sea is the same', () => {
  expect(plainWords("the neighbours' colour, isn't it")).toEqual(['the', 'neighbors', 'color', 'isnt', 'it']);
});
