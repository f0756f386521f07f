/** The words of a track for a terminal: when each line is sung, its rhyme, the hook line; or why there are none. */
import type { LyricSheet, SungLine } from '#features/lyrics/contract-sheet.ts';
import { describeSheet, readSheet, SOURCE_TAGS } from '#features/lyrics/rules-display.ts';
import { formatTime } from '#features/scoring/rules-wording.ts';
import { wrap } from './meters.ts';

export interface WordsPen {
  title(text: string): string;
  dim(text: string): string;
}

/** Columns of a time, and of the rhyme's letter before it. */
const MARGIN = 9;

/** `transcription`: what was heard as text, or the sentence that says why there is none; shown only without a sheet. */
export function writeLyrics(
  sheet: LyricSheet | undefined,
  transcription: string,
  pen: WordsPen,
  width: number,
): string[] {
  if (!sheet) return ['', pen.title('Words'), ...wrap(transcription, width)];
  const readings = readSheet(sheet).map(({ label, value, detail }) => `${label}: ${value} (${detail})`);
  return [
    '',
    `${pen.title('Words')} ${pen.dim(`(${SOURCE_TAGS[sheet.source].toLowerCase()}${sheet.by ? `, ${sheet.by}` : ''})`)}`,
    ...wrap([...readings, ...describeSheet(sheet)].map(endSentence).join(' '), width).map(pen.dim),
    ...sheet.lines.flatMap((line) => writeLine(line, pen, width)),
  ];
}

const endSentence = (text: string) => (text.endsWith('.') ? text : `${text}.`);

function writeLine({ start, words, rhyme, hook, opens }: SungLine, pen: WordsPen, width: number): string[] {
  const text = words.map((word) => word.text).join(' ');
  const margin = `${formatTime(start).padStart(5)} ${rhyme ?? ' '} `.padEnd(MARGIN);
  const rows = wrap(hook ? `${text} (hook line)` : text, width - MARGIN);
  return [
    ...(opens ? [''] : []),
    ...rows.map(
      (row, i) => `${i === 0 ? pen.dim(margin) : ' '.repeat(MARGIN)}${hook ? pen.title(row) : row}`,
    ),
  ];
}
