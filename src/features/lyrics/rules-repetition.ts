/** What returns in a text, and how many different words it has apart from that. */
import { spellWord } from './rules-phones.ts';

export interface PlacedLine {
  words: readonly string[];
  /** Seconds. */
  start: number;
  end: number;
}

export interface HookLine {
  /** Index of every line that is it. */
  lines: number[];
  inHook: number | null;
}

/** From this share of common words on, two lines are the same line sung again. */
const SAME_LINE = 0.75;
/** A line of one word ('yeah') is no hook line, however often it comes. */
const MIN_HOOK_WORDS = 2;
/** Words looked at together: different words among so many in a row do not depend on how long a text is. */
const WINDOW = 40;

const keysOf = (words: readonly string[]) => words.map(spellWord).filter((word) => word !== '');

/** Common words over all words of both, each word as often as it occurs (Dice). */
export function likenessOf(a: readonly string[], b: readonly string[]): number {
  const [one, other] = [keysOf(a), keysOf(b)];
  if (one.length === 0 || other.length === 0) return 0;
  const left = [...other];
  let common = 0;
  for (const word of one) {
    const at = left.indexOf(word);
    if (at < 0) continue;
    left.splice(at, 1);
    common++;
  }
  return (2 * common) / (one.length + other.length);
}

/** For every line the index of the first line it repeats, or its own. */
export function groupLines(lines: readonly PlacedLine[]): number[] {
  const first: number[] = [];
  const heads: number[] = [];
  lines.forEach((line, i) => {
    const head = heads.find((at) => likenessOf(lines[at].words, line.words) >= SAME_LINE);
    if (head === undefined) heads.push(i);
    first.push(head ?? i);
  });
  return first;
}

/** The line that returns most often; where several do, the one that stands most in the hook, then the longest. */
export function findHookLine(
  lines: readonly PlacedLine[],
  first: readonly number[],
  hook: readonly { start: number; end: number }[],
): HookLine | null {
  const within = ({ start, end }: PlacedLine) =>
    hook.some((part) => (start + end) / 2 >= part.start && (start + end) / 2 < part.end);
  const candidates = [...new Set(first)]
    .map((head) => lines.flatMap((_, i) => (first[i] === head ? [i] : [])))
    .filter((group) => group.length > 1 && keysOf(lines[group[0]].words).length >= MIN_HOOK_WORDS)
    .map((group) => ({
      lines: group,
      inHook: hook.length ? group.filter((i) => within(lines[i])).length / group.length : null,
      length: keysOf(lines[group[0]].words).length,
    }))
    .sort(
      (a, b) =>
        b.lines.length - a.lines.length ||
        (b.inHook ?? 0) - (a.inHook ?? 0) ||
        b.length - a.length ||
        a.lines[0] - b.lines[0],
    );
  return candidates[0] ? { lines: candidates[0].lines, inHook: candidates[0].inHook } : null;
}

/** Share of lines that were sung before. */
export function shareRepeated(first: readonly number[]): number {
  return first.length ? first.filter((head, i) => head !== i).length / first.length : 0;
}

/**
 * Moving-average type-token ratio (Covington and McFall 2010) over 40 words, each returning line counted once: a chorus
 * is no lack of words. Null for texts shorter than the window.
 */
export function measureVocabulary(lines: readonly PlacedLine[], first: readonly number[]): number | null {
  const words = lines.flatMap((line, i) => (first[i] === i ? keysOf(line.words) : []));
  if (words.length < WINDOW) return null;
  let sum = 0;
  for (let from = 0; from + WINDOW <= words.length; from++)
    sum += new Set(words.slice(from, from + WINDOW)).size / WINDOW;
  return sum / (words.length - WINDOW + 1);
}

export const countDistinct = (lines: readonly PlacedLine[]): number =>
  new Set(lines.flatMap(({ words }) => keysOf(words))).size;
