/** When there are enough words to score a text by. Kept apart: the method page needs this and nothing of the measuring. */
import type { LyricMeasures, LyricSheet } from './contract-sheet.ts';

/** Fewer words or lines than this are not scored. */
export const MIN_WORDS = 24;
export const MIN_LINES = 4;

/** What only the machine heard is a guess until a person confirms it. */
export const isGuess = ({ source }: Pick<LyricSheet, 'source'>): boolean => source === 'heard';

/** The measures of words that can be scored; null without words, with too few, with a guess or with words that cannot be the track's. */
export function scorableWords(
  lyrics: Pick<LyricSheet, 'measures' | 'doubt' | 'source'> | null,
): LyricMeasures | null {
  if (!lyrics || isGuess(lyrics) || lyrics.doubt !== null) return null;
  const { words, lines } = lyrics.measures;
  return words >= MIN_WORDS && lines >= MIN_LINES ? lyrics.measures : null;
}
