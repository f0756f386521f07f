/** How words are shown: which line is being sung, what the readout says, which colour a rhyme has. */
import type { LyricSheet, SungLine } from './contract-sheet.ts';

/** A line stays lit this long after its last word, in seconds, unless the next one starts. */
const LINGER = 1.5;

/** Index of the line that is sung at a time; null in between. Lines are in order of time. */
export function findSungLine(lines: readonly Pick<SungLine, 'start' | 'end'>[], time: number): number | null {
  const at = lines.findLastIndex(({ start }) => start <= time);
  return at >= 0 && time < lines[at].end + LINGER ? at : null;
}

/** Six hues that are told apart on the dark panel, each at least 7:1 on it; a letter always goes with them. */
const RHYME_COLOURS = ['#ffb224', '#5bd68a', '#8fc1ff', '#ff9c8f', '#d5b0ff', '#ffe27a'];

export function rhymeColour(letter: string): string {
  return RHYME_COLOURS[(letter.charCodeAt(0) - 65) % RHYME_COLOURS.length];
}

export interface Reading {
  label: string;
  value: string;
  /** What it is counted in, or why there is no value. */
  detail: string;
}

const percent = (share: number) => `${Math.round(share * 100)}%`;

/** The measures a reader asks for first. */
export function readSheet({
  measures,
  approximate,
}: Pick<LyricSheet, 'measures' | 'approximate'>): Reading[] {
  const { syllableRate, endRhymes, scheme, onBeat, words, distinctWords } = measures;
  const untimed = approximate ? 'times are approximate' : 'not clear enough';
  return [
    {
      label: 'Pace',
      value: syllableRate === null ? '–' : syllableRate.toFixed(1),
      detail: syllableRate === null ? untimed : 'syllables a second',
    },
    {
      label: 'Rhymes',
      value: endRhymes === null ? '–' : percent(endRhymes),
      detail: endRhymes === null ? 'English words only' : `of line ends${scheme ? `, ${scheme}` : ''}`,
    },
    {
      label: 'On the beat',
      value: onBeat === null ? '–' : percent(onBeat),
      detail: onBeat === null ? 'needs exact times' : 'of words start there',
    },
    { label: 'Words', value: String(words), detail: `${distinctWords} different ones` },
  ];
}

/** From this far from 0 on, the mood of the words is worth a word. */
const CLEAR_MOOD = 0.35;

/** What the words are like besides: described, and never scored. */
export function describeSheet({ measures, language }: Pick<LyricSheet, 'measures' | 'language'>): string[] {
  const { sentiment, hookLine, internalRhymes, multiRhymes, paceChanges } = measures;
  const times = (count: number) => (count === 1 ? 'once' : `${count} times`);
  return [
    hookLine && `The hook line comes ${times(hookLine.times)}.`,
    internalRhymes !== null &&
      internalRhymes > 0 &&
      `${internalRhymes} ${internalRhymes === 1 ? 'word rhymes' : 'words rhyme'} inside lines.`,
    multiRhymes !== null &&
      multiRhymes > 0 &&
      `${multiRhymes} ${multiRhymes === 1 ? 'rhyme runs' : 'rhymes run'} over two syllables or more.`,
    paceChanges.length > 0 && `The pace changes ${times(paceChanges.length)}.`,
    sentiment !== null && `By their words, the lyrics are ${sayMood(sentiment)}.`,
    language !== null && language !== 'en' && `Language: ${sayLanguage(language)}.`,
  ].filter((sentence) => typeof sentence === 'string');
}

function sayMood(sentiment: number): string {
  if (Math.abs(sentiment) < CLEAR_MOOD) return 'neither bright nor dark';
  return sentiment > 0 ? 'more bright than dark' : 'more dark than bright';
}

function sayLanguage(code: string): string {
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code;
}

export const SOURCE_TAGS = {
  heard: 'Heard by the machine',
  artist: 'Given by the artist',
  staff: 'Given by staff',
} as const;

/** The lines as one would paste them. */
export const writeOut = (lines: readonly SungLine[]): string =>
  lines
    .map((line, i) => `${line.opens && i > 0 ? '\n' : ''}${line.words.map(({ text }) => text).join(' ')}`)
    .join('\n');
