/** The page prints the code that counts, not a likeness of it. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COUNTING_CODE } from './copy-counting-rule.ts';

test('LE-3 the printed rule is the one that is run, in thirty lines', () => {
  const source = readFileSync(new URL('rules-fold.ts', import.meta.url), 'utf8');
  expect(source).toContain(COUNTING_CODE);
  expect(COUNTING_CODE.split('\n').length).toBeLessThan(30);
});
