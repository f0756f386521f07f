/** How words sound: their phones (ARPAbet, as in the CMU dictionary) and syllables, with a way for spellings of songs. */

export interface Pronunciation {
  /** ARPAbet phones, vowels with their stress ('AY1'); empty when nobody knows. */
  phones: readonly string[];
  /** Whether the word itself was found, rather than only its ending. */
  known: boolean;
  syllables: number;
}

export type Pronounce = (word: string) => Pronunciation;

/** Shorter endings than this many letters say nothing about the sound of a word. */
const MIN_ENDING = 3;

/** As dictionaries write it: lower case, plain apostrophes, no punctuation around it. */
export function spellWord(text: string): string {
  return text
    .toLowerCase()
    .replace(/[’‘ʼ`]/g, "'")
    .replace(/^[^\p{L}\p{N}']+|[^\p{L}\p{N}']+$/gu, '');
}

export const isVowel = (phone: string): boolean => /\d$/.test(phone);
/** A vowel without its stress: 'AY1' is 'AY'. */
export const bare = (phone: string): string => phone.replace(/\d$/, '');

/** `spoken` is the dictionary's entry of a word, `countSyllables` guesses from spelling for words outside it. */
export function makePronounce(
  spoken: (word: string) => string | undefined,
  countSyllables: (word: string) => number,
): Pronounce {
  const cache = new Map<string, Pronunciation>();
  const find = (word: string): Pronunciation => {
    const phones = findSpelling(word, spoken);
    if (phones) return { phones, known: true, syllables: phones.filter(isVowel).length };
    return {
      phones: findEnding(word, spoken),
      known: false,
      syllables: Math.max(1, countSyllables(word)),
    };
  };
  return (text) => {
    const word = spellWord(text);
    const cached = cache.get(word);
    if (cached) return cached;
    const found = find(word);
    // Pasted text is anybody's: what is remembered stays bounded.
    if (cache.size < 20_000) cache.set(word, found);
    return found;
  };
}

type Spoken = (word: string) => string | undefined;
const split = (entry: string | undefined) => entry?.split(' ').filter((phone) => /^[A-Z]/.test(phone));

function findSpelling(word: string, spoken: Spoken): string[] | undefined {
  const plain = word.replace(/^'+|'+$/g, '');
  const whole = split(spoken(word)) ?? split(spoken(plain));
  if (whole) return whole;
  return dropG(plain, spoken) ?? addS(plain, spoken) ?? joinParts(plain, spoken);
}

/** "runnin'" sounds like running with an n. */
function dropG(word: string, spoken: Spoken): string[] | undefined {
  if (!word.endsWith('in')) return undefined;
  const full = split(spoken(`${word}g`));
  return full && [...full.slice(0, -1), 'N'];
}

/** Plurals and possessives of known words. */
function addS(word: string, spoken: Spoken): string[] | undefined {
  const stem = /^(.+?)'?s$/.exec(word)?.[1];
  const base = stem && split(spoken(stem));
  if (!base) return undefined;
  const last = base[base.length - 1];
  if (['S', 'Z', 'SH', 'ZH', 'CH', 'JH'].includes(last)) return [...base, 'IH0', 'Z'];
  return [...base, ['P', 'T', 'K', 'F', 'TH'].includes(last) ? 'S' : 'Z'];
}

function joinParts(word: string, spoken: Spoken): string[] | undefined {
  if (!word.includes('-')) return undefined;
  const parts = word.split('-').map((part) => split(spoken(part)));
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

/** The sounds of the longest ending that is a word itself: enough for a rhyme. */
function findEnding(word: string, spoken: Spoken): string[] {
  for (let from = 1; word.length - from >= MIN_ENDING; from++) {
    const phones = split(spoken(word.slice(from)));
    if (phones?.some(isVowel)) return phones;
  }
  return [];
}
