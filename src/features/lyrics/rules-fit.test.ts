/** Given words are compared with the voice and with what was heard. */
import { expect, test } from 'vitest';
import { doubtWords } from './rules-fit.ts';

const FITS = { syllables: 300, voicedSeconds: 90, heardWords: 0, recognised: 0 };

test.each([
  ['words that fit', FITS, null],
  ['fast rap', { ...FITS, syllables: 800 }, null],
  ['a few words heard, none of them given', { ...FITS, heardWords: 10 }, null],
  ['much heard, half of it given', { ...FITS, heardWords: 100, recognised: 0.5 }, null],
  ['an instrumental', { ...FITS, voicedSeconds: 0 }, /No voice/],
  ['a novel', { ...FITS, syllables: 3000 }, /33 syllables a second/],
  ['another song', { ...FITS, heardWords: 100, recognised: 0.1 }, /not the words that were heard/],
])('%s', (_, fit, doubt) => {
  if (doubt === null) expect(doubtWords(fit)).toBeNull();
  else expect(doubtWords(fit)).toMatch(doubt);
});
