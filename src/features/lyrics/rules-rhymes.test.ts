/** Which words rhyme by their sounds, and which only look or half sound like it. */
import { beforeAll, expect, test } from 'vitest';
import type { WordTools } from './rules-measure.ts';
import { compareWords } from './rules-rhymes.ts';
import { loadWordTools } from './service-tools.ts';

let tools: WordTools;
beforeAll(async () => {
  tools = await loadWordTools();
});
const rhyme = (a: string, b: string) =>
  compareWords(tools.pronounce(a).phones, tools.pronounce(b).phones)?.kind ?? null;

test.each([
  ['night', 'light', 'perfect'],
  ['through', 'you', 'perfect'],
  ['time', 'line', 'slant'],
  ['time', 'times', 'slant'],
  ['head', 'step', 'slant'],
  // The same vowel alone is none: what follows must be of the same family.
  ['time', 'hide', null],
  ['name', 'rate', null],
  ['love', 'move', null],
])('%s and %s: %s', (a, b, kind) => {
  expect(rhyme(a, b)).toBe(kind);
  expect(rhyme(b, a)).toBe(kind);
});
