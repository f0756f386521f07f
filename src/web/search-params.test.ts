import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './search-params.ts';

test('a query survives the way in and out to the letter', () => {
  for (const query of ['?a=007&b=1e5&c=true', '?x=1&x=2', '?q=R%26B+%C3%A9', '']) {
    expect(stringifySearch(parseSearch(query))).toBe(query);
  }
});

test('values stay text and undefined leaves no trace', () => {
  expect(parseSearch('?page=2')).toEqual({ page: '2' });
  expect(stringifySearch({ page: 2, q: undefined, tag: ['a', 'b'] })).toBe('?page=2&tag=a&tag=b');
});
