/**
 * What knows about words: a pronouncing dictionary, sentiment, explicit words, languages. Large, so loaded on first use
 * and once a process; never part of what the browser gets.
 */

import type { WordTools } from './rules-measure.ts';
import { makePronounce } from './rules-phones.ts';

/** What the list of obscene words has and radio does not bleep. */
const NOT_EXPLICIT = new Set(['sex', 'scat', 'boob', 'arse', 'turd', 'bollocks', 'prick', 'piss', 'tit']);

let loading: Promise<WordTools> | undefined;

export function loadWordTools(): Promise<WordTools> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<WordTools> {
  const [{ dictionary }, { syllable }, vader, obscenity, { francAll }] = await Promise.all([
    import('cmu-pronouncing-dictionary'),
    import('syllable'),
    import('vader-sentiment'),
    import('obscenity'),
    import('franc-min'),
  ]);
  const spoken = (word: string) => (Object.hasOwn(dictionary, word) ? dictionary[word] : undefined);
  return {
    pronounce: makePronounce(spoken, syllable),
    feel: (text) => vader.SentimentIntensityAnalyzer.polarity_scores(text).compound,
    isExplicit: makeExplicit(obscenity),
    nameLanguage: (text) => nameLanguage(francAll(text, { minLength: 40 })),
  };
}

function makeExplicit({
  RegExpMatcher,
  englishDataset,
  englishRecommendedTransformers,
}: typeof import('obscenity')): (word: string) => boolean {
  const matcher = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers });
  return (word) =>
    matcher.getAllMatches(word).some((match) => {
      const { phraseMetadata } = englishDataset.getPayloadWithPhraseMetadata(match);
      return !NOT_EXPLICIT.has(phraseMetadata?.originalWord ?? '');
    });
}

/** ISO 639-3, as the guesser names them, to 639-1 where there is one. */
const NAMES: Record<string, string> = {
  ...{ eng: 'en', spa: 'es', fra: 'fr', deu: 'de', ita: 'it', por: 'pt', nld: 'nl', pol: 'pl', swe: 'sv' },
  ...{ tur: 'tr', rus: 'ru', ukr: 'uk', arb: 'ar', hin: 'hi', cmn: 'zh', jpn: 'ja', kor: 'ko', vie: 'vi' },
  ...{ ind: 'id', ron: 'ro', ces: 'cs', hun: 'hu', ell: 'el', tha: 'th', swh: 'sw', yor: 'yo', hau: 'ha' },
  ...{ ibo: 'ig', zul: 'zu', som: 'so', pes: 'fa', urd: 'ur', ben: 'bn', tam: 'ta', tel: 'te', tgl: 'tl' },
};
/** The runner-up must be this much less likely: close calls are no answer. */
const CLEAR_BY = 0.05;

function nameLanguage(guesses: readonly (readonly [string, number])[]): string | null {
  const [best, next] = guesses;
  if (!best || best[0] === 'und' || (next && best[1] - next[1] < CLEAR_BY)) return null;
  return NAMES[best[0]] ?? null;
}
