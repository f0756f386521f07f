/** Whether given words can be the words of this track. Words that cannot are shown, and not scored. */

export interface WordFit {
  /** Syllables of the given text. */
  syllables: number;
  /** Seconds with a voice. */
  voicedSeconds: number;
  /** Words the machine was sure of, and the share of them that the given text has in the same order. */
  heardWords: number;
  recognised: number;
}

/** Less voice than this is none, in seconds. */
const SOME_VOICE = 2;
/** Nobody sings or raps a whole track faster than this: syllables a second. */
const FASTEST = 14;
/** Fewer words than this are too few to compare with; fewer of them found again than this share is another text. */
const COMPARED_WORDS = 30;
const RECOGNISED = 0.2;

/** Why the words cannot be this track's, as a sentence; null when they can. */
export function doubtWords({ syllables, voicedSeconds, heardWords, recognised }: WordFit): string | null {
  if (voicedSeconds < SOME_VOICE) return 'No voice was found in this track that could sing them.';
  const rate = syllables / voicedSeconds;
  if (rate > FASTEST)
    return `To fit the voice they would have to be sung at ${Math.round(rate)} syllables a second.`;
  if (heardWords >= COMPARED_WORDS && recognised < RECOGNISED)
    return 'They are not the words that were heard in this track.';
  return null;
}
