// Words of real songs with their times, in the UltraStar format, and the choruses they show: runs of lines that come again.
import { plainWords } from './word-errors.ts';

export interface TimedWord {
  text: string;
  /** Seconds. */
  start: number;
}

interface TimedLine {
  start: number;
  end: number;
  words: TimedWord[];
}

export interface Span {
  start: number;
  end: number;
}

/** Sixteenths in a minute are four times the beats a minute that the file gives. */
const STEPS_A_MINUTE = 4;
/** Words two lines must share to be one line again, lines that make a chorus, and the seconds it lasts at least. */
const SAME_LINE = 0.75;
const CHORUS_LINES = 2;
const CHORUS_SECONDS = 4;
/** Seconds without a line that end a chorus. */
const BREAK = 8;

export function readLyrics(text: string): TimedLine[] {
  const value = (tag: string) =>
    Number(new RegExp(`#${tag}:([\\d.,]+)`).exec(text)?.[1].replace(',', '.') ?? 0);
  const [bpm, gap] = [value('BPM'), value('GAP') / 1000];
  const at = (step: number) => gap + (step * 60) / (STEPS_A_MINUTE * bpm);
  const lines: TimedLine[] = [];
  let line: { start: number; end: number; syllables: { at: number; text: string }[] } | null = null;
  const close = () => {
    if (line) lines.push({ start: line.start, end: line.end, words: joinSyllables(line.syllables) });
    line = null;
  };
  for (const row of text.split(/\r?\n/)) {
    const note = /^[:*FRG] +(-?\d+) +(\d+) +-?\d+ ?(.*)$/.exec(row);
    if (row.startsWith('-')) close();
    if (!note) continue;
    const [start, length] = [Number(note[1]), Number(note[2])];
    line ??= { start: at(start), end: 0, syllables: [] };
    line.end = at(start + length);
    line.syllables.push({ at: at(start), text: note[3] });
  }
  close();
  return lines;
}

/** A syllable that begins with a space begins a word. */
function joinSyllables(syllables: readonly { at: number; text: string }[]): TimedWord[] {
  const words: TimedWord[] = [];
  let open = false;
  for (const { at, text } of syllables) {
    const last = words.at(-1);
    if (last && open && !/^\s/.test(text)) last.text += text;
    else words.push({ text, start: at });
    open = !/\s$/.test(text);
  }
  return words.flatMap(({ text, start }) =>
    plainWords(text.replaceAll('~', '')).map((plain) => ({ text: plain, start })),
  );
}

/** Runs of two lines or more that come again, seconds. */
export function findChoruses(lines: readonly TimedLine[]): Span[] {
  const again = lines.map(() => false);
  for (let i = 0; i < lines.length; i++) {
    for (let j = i + CHORUS_LINES; j < lines.length; j++) {
      let run = 0;
      while (j + run < lines.length && i + run < j && isSame(lines[i + run], lines[j + run])) run++;
      if (run < CHORUS_LINES) continue;
      again.fill(true, i, i + run);
      again.fill(true, j, j + run);
    }
  }
  const runs: (Span & { last: number })[] = [];
  lines.forEach(({ start, end }, i) => {
    if (!again[i]) return;
    const run = runs.at(-1);
    if (run && run.last === i - 1 && start - run.end < BREAK) Object.assign(run, { end, last: i });
    else runs.push({ start, end, last: i });
  });
  return runs.filter(({ start, end }) => end - start > CHORUS_SECONDS);
}

function isSame(a: TimedLine, b: TimedLine): boolean {
  const [one, other] = [a, b].map(({ words }) => words.map(({ text }) => text));
  if (one.length === 0) return false;
  const longer = Math.max(one.length, other.length);
  return 1 - distance(one, other) / longer >= SAME_LINE;
}

function distance(a: readonly string[], b: readonly string[]): number {
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (const [i, word] of a.entries()) {
    const row = [i + 1];
    for (const [j, other] of b.entries())
      row.push(Math.min(above[j] + (word === other ? 0 : 1), above[j + 1] + 1, row[j] + 1));
    above = row;
  }
  return above[b.length];
}
