/** Cuts transcribed words into lines and stanzas: at pauses first, and where a breath is missing, at bars. */
import type { TranscribedWord } from '#features/recordings/rules-transcript.ts';

/** A pause this long ends a line, in seconds; after a comma a shorter one does, and a sentence's end after some words. */
const PAUSE = 0.6;
const PAUSE_AFTER_MARK = 0.3;
const SENTENCE_WORDS = 4;
/** A line runs over two bars at most, or this many seconds where bars are unknown, and over this many words. */
const MOST_BARS = 2.2;
const MOST_SECONDS = 6;
const MOST_WORDS = 16;
const MIN_WORDS = 2;
/** A pause this long ends a stanza, in seconds; a stanza ends in any case after 16 lines. */
const STANZA_PAUSE = 4;
const MOST_LINES = 16;

export function cutLines<W extends TranscribedWord>(
  words: readonly W[],
  downbeats: readonly number[],
): W[][] {
  const lines: W[][] = [];
  for (const word of words) {
    const line = lines[lines.length - 1];
    const before = line?.[line.length - 1];
    if (before && !endsLine(line, before, word)) line.push(word);
    else lines.push([word]);
  }
  const bar =
    downbeats.length > 1 ? (downbeats[downbeats.length - 1] - downbeats[0]) / (downbeats.length - 1) : 0;
  const longest = bar > 0 ? MOST_BARS * bar : MOST_SECONDS;
  return lines.flatMap((line) => shorten(line, longest, downbeats));
}

function endsLine(
  line: readonly TranscribedWord[],
  before: TranscribedWord,
  after: TranscribedWord,
): boolean {
  const pause = after.start - before.end;
  if (/[.!?]$/.test(before.text) && line.length >= SENTENCE_WORDS) return true;
  return pause >= PAUSE || (/[,.;:!?]$/.test(before.text) && pause >= PAUSE_AFTER_MARK);
}

/** Halves a line that is too long, at its longest pause, a downbeat counting like a tenth of a second. */
function shorten<W extends TranscribedWord>(line: W[], longest: number, downbeats: readonly number[]): W[][] {
  const seconds = line[line.length - 1].end - line[0].start;
  if ((seconds <= longest && line.length <= MOST_WORDS) || line.length < 2 * MIN_WORDS) return [line];
  let cut = -1;
  let best = -Infinity;
  for (let i = MIN_WORDS; i <= line.length - MIN_WORDS; i++) {
    const pause = line[i].start - line[i - 1].end;
    const onBar = downbeats.some((at) => Math.abs(at - line[i].start) < 0.12) ? 0.1 : 0;
    // Of equal places the one in the middle.
    const middle = 0.05 * (1 - Math.abs(2 * (i / line.length) - 1));
    if (pause + onBar + middle > best) {
      best = pause + onBar + middle;
      cut = i;
    }
  }
  return [line.slice(0, cut), line.slice(cut)].flatMap((part) => shorten(part, longest, downbeats));
}

/** Index of the first line of every stanza. */
export function cutStanzas(lines: readonly (readonly TranscribedWord[])[]): number[] {
  const starts: number[] = [];
  lines.forEach((line, i) => {
    const before = lines[i - 1];
    const pause = before ? line[0].start - before[before.length - 1].end : Infinity;
    if (pause >= STANZA_PAUSE || i - starts[starts.length - 1] >= MOST_LINES) starts.push(i);
  });
  return starts;
}
