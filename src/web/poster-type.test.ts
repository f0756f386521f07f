/** Poster words are measured before their face is there: against widths read off the face in a browser. */
import { expect, test } from 'vitest';
import { emsForLines, heroWidthInEms, posterEms, wordmarkRem } from './poster-type.ts';

test('a line is as wide as the face draws it: wide letters count more than narrow ones', () => {
  // 1000 px type, measured in the browser: 6733 px.
  expect(posterEms('The song')).toBeCloseTo(6.733, 1);
  expect(posterEms('WWWW')).toBeGreaterThan(3 * posterEms('IIII'));
  expect(posterEms('ÉÖ')).toBe(posterEms('eo'));
  expect(posterEms('桜')).toBeGreaterThan(1);
  expect(Number(heroWidthInEms(['Bring', 'the song', 'ashore.']))).toBeGreaterThan(posterEms('the song'));
});

test('a heading that may take three lines is as large as its best break allows', () => {
  const words = 'The album. The tour. You?'.split(' ');
  expect(emsForLines(words, 1)).toBe(posterEms(words.join(' ')));
  expect(emsForLines(words, 3)).toBe(posterEms('The album.'));
  expect(emsForLines(words, 5)).toBe(posterEms('album.'));
  expect(emsForLines(['One'], 4)).toBe(posterEms('One'));
});

test('a long product name gets no fixed width: it takes two lines', () => {
  expect(wordmarkRem('Soundcheck')).toBeCloseTo(11.4, 0);
  expect(wordmarkRem('A Product With A Rather Long Name')).toBeNull();
});
