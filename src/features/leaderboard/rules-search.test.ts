/** Which searches look inside words, at their beginning, or for a whole name. */
import { expect, test } from 'vitest';
import { readSearch } from './rules-search.ts';

test('LB-1 three letters are looked for anywhere, fewer where words begin, signs alone as a whole name', () => {
  const kinds = Object.entries({
    '': 'none',
    '   ': 'none',
    abc: 'inside',
    'DJ Nova': 'inside',
    潮の音: 'inside',
    a: 'beginning',
    ' R&B ': 'beginning',
    'a b c': 'beginning',
    é: 'beginning',
    '!!!': 'whole',
    '%': 'whole',
    $ab: 'whole',
  });
  for (const [text, kind] of kinds) expect([text, readSearch(text).kind]).toEqual([text, kind]);
  expect(readSearch('  two   words ').words).toBe('two words');
});
