/** Pasted text: what is understood, what is tidied, what is refused and in which words. */
import { describe, expect, test } from 'vitest';
import { readLyrics, refuseLyrics, tidyLyrics } from './rules-paste.ts';

const read = (text: string) =>
  readLyrics(tidyLyrics(text)).map(({ words, section, opens }) => [
    section ?? (opens ? '+' : ''),
    words.join(' '),
  ]);

describe('what is understood', () => {
  test('parts in brackets or alone on their line, stanzas by empty lines', () => {
    expect(read('[verse 1: Mina]\r\nwalk with me\r\n\r\nthrough the dark\nChorus:\nhold on')).toEqual([
      ['Verse 1', 'walk with me'],
      ['+', 'through the dark'],
      ['Chorus', 'hold on'],
    ]);
  });

  test('a part named again without lines is sung again', () => {
    expect(read('[Chorus]\nhold on\nto me\n[Verse]\nwalk\n[chorus]').map(([, text]) => text)).toEqual([
      'hold on',
      'to me',
      'walk',
      'hold on',
      'to me',
    ]);
  });

  test('a word like a part inside a line is sung', () => {
    expect(read('the bridge is burning')).toEqual([['+', 'the bridge is burning']]);
  });

  test('signs without letters are no words; other alphabets are', () => {
    expect(read('— … !!\nмоя любовь\n愛してる')).toEqual([
      ['+', 'моя любовь'],
      ['', '愛してる'],
    ]);
  });
});

test('invisible characters and empty lines go, letters get one form', () => {
  expect(tidyLyrics('  a\u0000b\u200b \t c \n\n\n\n\n e\u0301 \u202e')).toBe('ab c\n\n\u00e9');
});

describe('what is refused', () => {
  test.each([
    ['no words', '[Chorus]\n!!!', /no words/],
    ['too long', 'la '.repeat(4000), /at most 10,000 characters; these have 11,999/],
    ['too many lines', 'la\n'.repeat(401), /at most 400 lines/],
    ['one long line', `ok\n${'la '.repeat(80)}`, /Line 2 has 239 characters/],
    ['a part repeated without end', `[A]\n${'la\n'.repeat(99)}${'[A]\n'.repeat(100)}`, /at most 2,000 words/],
  ])('%s', (_, text, message) => {
    expect(refuseLyrics(tidyLyrics(text))).toMatch(message);
  });

  test('ordinary lyrics are not', () => {
    expect(refuseLyrics('walk with me\n[Chorus]\nhold on')).toBeNull();
  });
});
