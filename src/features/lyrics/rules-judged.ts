/** When there are enough words to judge a text by. Kept apart: the method page needs this and nothing of the measuring. */
import type { LyricMeasures, LyricSheet } from './contract-sheet.ts';

/** Fewer words or lines than this are not judged. */
export const MIN_WORDS = 24;
export const MIN_LINES = 4;

/** The measures of words that can be judged; null without words, or with too few of them. */
export function judgedWords(lyrics: Pick<LyricSheet, 'measures'> | null): LyricMeasures | null {
  if (!lyrics) return null;
  const { words, lines } = lyrics.measures;
  return words >= MIN_WORDS && lines >= MIN_LINES ? lyrics.measures : null;
}
