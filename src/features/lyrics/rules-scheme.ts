/** Finds the rhymes of a text: at the ends of lines, inside them, which pattern they make, and how dense they are. */
import { type Pronounce, spellWord } from './rules-phones.ts';
import { compareEnds, compareWords, type Rhyme, weightOf } from './rules-rhymes.ts';

/** Lines of a stanza, each as its words. */
export type Stanza = readonly (readonly string[])[];

export interface WordRhyme {
  letter: string;
  weight: number;
}

export interface RhymeFindings {
  /** Of every line of every stanza, of every word. */
  marks: (WordRhyme | null)[][][];
  /** Letters of line ends. */
  ends: (string | null)[][];
  endRhymes: number;
  density: number;
  internal: number;
  multis: number;
  scheme: string | null;
}

/** A rhyme is heard while its partner is no further back than this many lines, or words within lines. */
const LINES_BACK = 4;
const WORDS_BACK = 12;
/** Words so common that their sound agrees without being meant. */
const FUNCTION_WORDS = new Set(
  "a an the and or but if of to in on at by for with from as is are was were be been am i you he she it we they me him her us them my your his its our their this that these those not no so do did don't i'm you're it's that's i'll we're can can't will just all oh yeah uh la na hey".split(
    ' ',
  ),
);
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

interface Place {
  line: number;
  word: number;
  text: string;
  phones: readonly string[];
  syllables: number;
  isEnd: boolean;
  weight: number;
  /** The part of its weight that comes from ends of other lines. */
  endWeight: number;
  group: number;
}

export function findRhymes(stanzas: readonly Stanza[], pronounce: Pronounce): RhymeFindings {
  const found = stanzas.map((stanza) => rhymeStanza(stanza, pronounce));
  const places = found.flatMap(({ places: all }) => all);
  const ends = places.filter(({ isEnd }) => isEnd);
  const sum = (list: readonly Place[], value: (place: Place) => number) =>
    list.reduce((total, place) => total + value(place), 0);
  const syllables = sum(places, (place) => place.syllables);
  return {
    marks: found.map(({ marks }) => marks),
    ends: found.map(({ letters }) => letters),
    endRhymes: ends.length ? sum(ends, ({ endWeight }) => endWeight) / ends.length : 0,
    density: syllables ? sum(places, (place) => place.weight * place.syllables) / syllables : 0,
    internal: places.filter(({ isEnd, weight }) => !isEnd && weight > 0).length,
    multis: found.reduce((total, { multis }) => total + multis, 0),
    scheme: commonScheme(found.map(({ letters }) => letters)),
  };
}

function rhymeStanza(stanza: Stanza, pronounce: Pronounce) {
  const places: Place[] = stanza.flatMap((words, line) =>
    words.map((text, word) => {
      const { phones, syllables } = pronounce(text);
      const isEnd = word === words.length - 1;
      return {
        line,
        word,
        text: spellWord(text),
        phones,
        syllables,
        isEnd,
        weight: 0,
        endWeight: 0,
        group: -1,
      };
    }),
  );
  const multis = joinEnds(places);
  joinInside(places);
  const ended = new Set(places.filter(({ endWeight }) => endWeight > 0).map(({ group }) => group));
  const letters = nameGroups(places, ended);
  const marks = stanza.map((words) => words.map((): WordRhyme | null => null));
  for (const { line, word, group, weight } of places)
    if (letters.has(group)) marks[line][word] = { letter: letters.get(group)!, weight };
  const lineLetters = stanza.map(
    (words, line) =>
      places
        .filter((place) => place.line === line && place.word === words.length - 1 && place.endWeight > 0)
        .map(({ group }) => letters.get(group) ?? null)[0] ?? null,
  );
  return { places, marks, letters: lineLetters, multis };
}

/** Joins ends of lines that rhyme; returns how many of the rhymes have two syllables or more. */
function joinEnds(places: Place[]): number {
  const ends = places.filter(({ isEnd }) => isEnd);
  const phonesOf = (end: Place) =>
    places.filter(({ line }) => line === end.line).map(({ phones }) => [...phones]);
  let multis = 0;
  ends.forEach((end, i) => {
    let best: { rhyme: Rhyme; partner: Place } | null = null;
    for (let j = i - 1; j >= Math.max(0, i - LINES_BACK); j--) {
      if (ends[j].text === end.text) continue;
      const rhyme = compareEnds(phonesOf(end), phonesOf(ends[j]));
      if (rhyme && (!best || weightOf(rhyme) > weightOf(best.rhyme))) best = { rhyme, partner: ends[j] };
    }
    if (!best) return;
    if (best.rhyme.syllables >= 2) multis++;
    const weight = weightOf(best.rhyme);
    join(places, end, best.partner, weight);
    for (const one of [end, best.partner]) one.endWeight = Math.max(one.endWeight, weight);
  });
  return multis;
}

/** Joins words inside lines to perfect rhymes shortly before them, in the same line or the one before. */
function joinInside(places: Place[]): void {
  places.forEach((place, i) => {
    if (FUNCTION_WORDS.has(place.text) || place.phones.length === 0) return;
    for (let j = i - 1; j >= Math.max(0, i - WORDS_BACK); j--) {
      const other = places[j];
      if (place.isEnd && other.isEnd) continue;
      if (place.line - other.line > 1) break;
      if (other.text === place.text || FUNCTION_WORDS.has(other.text)) continue;
      if (compareWords(place.phones, other.phones)?.kind !== 'perfect') continue;
      join(places, place, other, 1);
      return;
    }
  });
}

function join(places: Place[], one: Place, other: Place, weight: number): void {
  one.weight = Math.max(one.weight, weight);
  other.weight = Math.max(other.weight, weight);
  if (one.group < 0 && other.group < 0) one.group = other.group = places.indexOf(other);
  else if (one.group < 0) one.group = other.group;
  else if (other.group < 0) other.group = one.group;
  else if (one.group !== other.group) {
    const [from, to] = [one.group, other.group];
    for (const place of places) if (place.group === from) place.group = to;
  }
}

/** Letters in order of appearance: first for what ends lines, then for what rhymes only inside. */
function nameGroups(places: readonly Place[], ended: ReadonlySet<number>): Map<number, string> {
  const letters = new Map<number, string>();
  const inOrder = (keep: (place: Place) => boolean) => {
    for (const place of places)
      if (place.group >= 0 && keep(place) && !letters.has(place.group) && letters.size < LETTERS.length)
        letters.set(place.group, LETTERS[letters.size]);
  };
  inOrder((place) => place.isEnd && ended.has(place.group));
  inOrder(() => true);
  return letters;
}

/** The commonest pattern of four lines that rhyme at all: 'AABB', 'ABAB', with x for an end that does not. */
function commonScheme(stanzas: readonly (string | null)[][]): string | null {
  const counts = new Map<string, number>();
  for (const letters of stanzas)
    for (let from = 0; from + 4 <= letters.length; from += 4) {
      const pattern = namePattern(letters.slice(from, from + 4));
      if (pattern !== 'xxxx') counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
    }
  return [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))[0]?.[0] ?? null;
}

function namePattern(letters: readonly (string | null)[]): string {
  const names = new Map<string, string>();
  return letters
    .map((letter) => {
      if (!letter || letters.filter((other) => other === letter).length < 2) return 'x';
      if (!names.has(letter)) names.set(letter, LETTERS[names.size]);
      return names.get(letter);
    })
    .join('');
}
