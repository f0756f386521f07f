/** The word lists behind the lyric measures, where we differ from them. */
import { expect, test } from 'vitest';
import { loadWordTools } from './service-tools.ts';

test('what radio does not bleep is not explicit', async () => {
  const tools = await loadWordTools();
  expect(['sex', 'prick', 'scatter', 'class', 'assassin'].filter((word) => tools.isExplicit(word))).toEqual(
    [],
  );
  expect(tools.isExplicit('motherfucker')).toBe(true);
});
