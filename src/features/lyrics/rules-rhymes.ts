/**
 * Whether two words, or two ends of lines, rhyme by their phones. Perfect: the same sounds from the last stressed vowel
 * on. Slant, a weaker class: the same vowels with consonants of the same family, the same last syllable with another
 * stress, or two and more vowels in a row that agree over word borders. The same word again is no rhyme.
 */
import { bare, isVowel } from './rules-phones.ts';

export type RhymeKind = 'perfect' | 'slant';

export interface Rhyme {
  kind: RhymeKind;
  /** Syllables that agree. */
  syllables: number;
}

/** A slant rhyme counts this much of a perfect one. */
export const SLANT_WEIGHT = 0.5;
export const weightOf = ({ kind }: Rhyme): number => (kind === 'perfect' ? 1 : SLANT_WEIGHT);

/** Consonants that pass for each other in song, after the families of the ARPAbet. */
const FAMILIES = ['P B T D K G', 'F V TH DH S Z SH ZH HH', 'M N NG', 'L R', 'CH JH', 'W Y'];
const FAMILY = new Map(
  FAMILIES.flatMap((family, index) => family.split(' ').map((phone) => [phone, index] as const)),
);
/** Vowels too weak to rhyme alone: 'the' and 'a' agree with half the language. */
const REDUCED = new Set(['AH0', 'IH0', 'ER0']);
/** Vowels compared at most when looking for rhymes over several words. */
const MOST_VOWELS = 6;

/** From the last stressed vowel on; from the last vowel where none is stressed. */
export function tailOf(phones: readonly string[]): string[] {
  const stressed = phones.findLastIndex((phone) => /[12]$/.test(phone));
  const from = stressed >= 0 ? stressed : phones.findLastIndex(isVowel);
  return from < 0 ? [] : phones.slice(from).map((phone, i) => (i === 0 ? bare(phone) : phone));
}

const vowelsOf = (phones: readonly string[]) => phones.filter((p) => isVowel(p) || VOWELS.has(p)).map(bare);
const VOWELS = new Set('AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW'.split(' '));

export function compareWords(a: readonly string[], b: readonly string[]): Rhyme | null {
  const [one, other] = [tailOf(a), tailOf(b)];
  if (one.length === 0 || other.length === 0) return null;
  const syllables = vowelsOf(one).length;
  if (bareText(one) === bareText(other)) return { kind: 'perfect', syllables };
  if (isSlant(one, other)) return { kind: 'slant', syllables };
  return sameLastSyllable(a, b) ? { kind: 'slant', syllables: 1 } : null;
}

const bareText = (phones: readonly string[]) => phones.map(bare).join(' ');

/** Same vowels; consonants one by one of the same family, or one more or less at the end ('time', 'times'). */
function isSlant(a: readonly string[], b: readonly string[]): boolean {
  if (vowelsOf(a).join() !== vowelsOf(b).join()) return false;
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  return short.every((phone, i) => bare(phone) === bare(long[i]) || sameFamily(phone, long[i]));
}

const sameFamily = (a: string, b: string) => FAMILY.has(a) && FAMILY.get(a) === FAMILY.get(b);

/** 'happily' and 'me': the last vowel and what follows, where that vowel is a full one. */
function sameLastSyllable(a: readonly string[], b: readonly string[]): boolean {
  const last = (phones: readonly string[]) => phones.slice(phones.findLastIndex(isVowel));
  const [one, other] = [last(a), last(b)];
  if (REDUCED.has(one[0]) || REDUCED.has(other[0])) return false;
  return one.length > 0 && bareText(one) === bareText(other);
}

/** Ends of two lines: by their last words, and by vowels that agree over several words. */
export function compareEnds(a: readonly string[][], b: readonly string[][]): Rhyme | null {
  const words = compareWords(a[a.length - 1] ?? [], b[b.length - 1] ?? []);
  const vowels = sharedVowels(a.flat(), b.flat());
  if (words) return { kind: words.kind, syllables: Math.max(words.syllables, vowels) };
  // Two vowels alone agree by chance once in a hundred pairs; three do not.
  return vowels >= 3 ? { kind: 'slant', syllables: vowels } : null;
}

/** How many vowels agree, counted from the end. */
function sharedVowels(a: readonly string[], b: readonly string[]): number {
  const [one, other] = [vowelsOf(a), vowelsOf(b)];
  let same = 0;
  while (
    same < Math.min(one.length, other.length, MOST_VOWELS) &&
    one[one.length - 1 - same] === other[other.length - 1 - same]
  )
    same++;
  return same;
}
