/**
 * Gives pasted words their times. With a transcript: the two texts are laid side by side (Needleman and Wunsch 1970),
 * words that agree by spelling or sound take the time of the transcript, the rest is spread between them where there is a
 * voice. Without one: the words are spread over the voice by their syllables, and marked as approximate.
 */
import type { TranscribedWord } from '#features/recordings/rules-transcript.ts';
import type { GivenLine } from './rules-paste.ts';
import { bare, type Pronounce, spellWord } from './rules-phones.ts';

export interface Span {
  /** Seconds. */
  start: number;
  end: number;
}

export interface AlignedWord extends Span {
  text: string;
  /** Its time is the transcript's. */
  anchored: boolean;
  /** And exact. */
  timed?: true;
}

export interface Aligned {
  lines: AlignedWord[][];
  /** Share of the words whose time is the transcript's. */
  anchored: number;
  /** Share of the transcribed words that the text has. */
  recognised: number;
  approximate: boolean;
}

export interface AlignInput {
  given: readonly GivenLine[];
  transcribed: readonly TranscribedWord[];
  /** Where somebody sings; in order of time. */
  voice: readonly Span[];
  /** Seconds. */
  duration: number;
  pronounce: Pronounce;
}

/** With fewer words anchored than this share, times count as approximate. */
const TRUSTED_ANCHORS = 0.5;
/** What an equal word, a similar sound, two different words side by side, and a word left out are worth. */
const SAME = 3;
const SIMILAR = 1.5;
const DIFFERENT = -2;
const LEFT_OUT = -0.6;
/** What a word loses for being transcribed a whole track away from where it would be if all were spread evenly. */
const FAR = 1;
/** Share of phones two words must have in common, in order, to be the same word misheard. */
const SIMILAR_PHONES = 0.6;
/** Words are not drawn out further than this: seconds a syllable. */
const SLOWEST = 0.9;

export function alignLyrics({ given, transcribed, voice, duration, pronounce }: AlignInput): Aligned {
  const texts = given.flatMap(({ words }) => words);
  const syllables = texts.map((text) => pronounce(text).syllables);
  const whole = { start: 0, end: Math.max(1, duration) };
  const spans = voice.length > 0 ? voice : [whole];
  const evenly = spread(syllables, whole, spans, null);
  // Of two places that agree equally well, as in a chorus that was transcribed only once, the likelier one.
  const distance = (mine: number, { start }: TranscribedWord) =>
    Math.abs(start - evenly[mine].start) / whole.end;
  const anchors = matchWords(texts, transcribed, pronounce, distance);
  const times = fillTimes(anchors, syllables, spans, duration);
  const placed = texts.map((text, i) => ({
    text,
    ...times[i],
    anchored: anchors[i] !== null,
    ...(anchors[i]?.timed ? { timed: true as const } : {}),
  }));
  const anchored = placed.filter((word) => word.anchored).length / Math.max(1, placed.length);
  let from = 0;
  const lines = given.map(({ words }) => {
    const line = placed.slice(from, from + words.length);
    from += words.length;
    return line;
  });
  const recognised = (anchored * placed.length) / Math.max(1, transcribed.length);
  return { lines, anchored, recognised, approximate: anchored < TRUSTED_ANCHORS };
}

/** For every given word the transcribed one it is, or null. */
function matchWords(
  given: readonly string[],
  transcribed: readonly TranscribedWord[],
  pronounce: Pronounce,
  distance: (mine: number, word: TranscribedWord) => number,
): (TranscribedWord | null)[] {
  const mine = given.map((text) => soundOf(text, pronounce));
  const theirs = transcribed.map(({ text }) => soundOf(text, pronounce));
  const [rows, columns] = [mine.length + 1, theirs.length + 1];
  const steps = new Uint8Array(rows * columns);
  let above = Float64Array.from({ length: columns }, (_, j) => j * LEFT_OUT);
  for (let j = 1; j < columns; j++) steps[j] = 2;
  for (let i = 1; i < rows; i++) {
    const row = new Float64Array(columns);
    row[0] = i * LEFT_OUT;
    steps[i * columns] = 1;
    for (let j = 1; j < columns; j++) {
      const likeness = compare(mine[i - 1], theirs[j - 1]);
      const both = above[j - 1] + likeness - FAR * distance(i - 1, transcribed[j - 1]);
      const skipMine = above[j] + LEFT_OUT;
      const skipTheirs = row[j - 1] + LEFT_OUT;
      row[j] = Math.max(both, skipMine, skipTheirs);
      steps[i * columns + j] = row[j] === both ? 0 : row[j] === skipMine ? 1 : 2;
    }
    above = row;
  }
  const out: (TranscribedWord | null)[] = given.map(() => null);
  for (let i = mine.length, j = theirs.length; i > 0 || j > 0; ) {
    const step = steps[i * columns + j];
    if (step === 0) {
      if (compare(mine[i - 1], theirs[j - 1]) > 0) out[i - 1] = transcribed[j - 1];
      i--;
      j--;
    } else if (step === 1) i--;
    else j--;
  }
  return out;
}

interface Sound {
  word: string;
  phones: string[];
}

const soundOf = (text: string, pronounce: Pronounce): Sound => ({
  word: spellWord(text),
  phones: pronounce(text).phones.map(bare),
});

function compare(a: Sound, b: Sound): number {
  if (a.word === b.word) return SAME;
  const most = Math.max(a.phones.length, b.phones.length);
  const least = Math.min(a.phones.length, b.phones.length);
  if (least < 2 || least / most < SIMILAR_PHONES) return DIFFERENT;
  return commonInOrder(a.phones, b.phones) / most >= SIMILAR_PHONES ? SIMILAR : DIFFERENT;
}

/** Length of the longest common subsequence. */
function commonInOrder(a: readonly string[], b: readonly string[]): number {
  let row = new Uint8Array(b.length + 1);
  for (const phone of a) {
    const next = new Uint8Array(b.length + 1);
    for (let j = 1; j <= b.length; j++)
      next[j] = b[j - 1] === phone ? row[j - 1] + 1 : Math.max(row[j], next[j - 1]);
    row = next;
  }
  return row[b.length];
}

/** Times of all words: the anchors' own, and stretches between them filled. */
function fillTimes(
  anchors: readonly (Span | null)[],
  syllables: readonly number[],
  voice: readonly Span[],
  duration: number,
): Span[] {
  const out: Span[] = [];
  let clock = 0;
  for (let i = 0; i < anchors.length; ) {
    const anchor = anchors[i];
    if (anchor) {
      out.push({ start: Math.max(clock, anchor.start), end: Math.max(clock, anchor.end) });
      clock = Math.max(clock, anchor.end);
      i++;
      continue;
    }
    let to = i;
    while (to < anchors.length && !anchors[to]) to++;
    const end = Math.max(clock, anchors[to]?.start ?? duration);
    const alone = i === 0 && to === anchors.length;
    out.push(...spread(syllables.slice(i, to), { start: clock, end }, voice, alone ? null : i > 0));
    clock = Math.max(clock, out[out.length - 1].end);
    i = to;
  }
  return out.map(({ start, end }) => ({ start: round(start), end: round(end) }));
}

/**
 * Spreads words over the voice within a gap by their syllables. Between anchors no word is drawn out: what is left of
 * the gap stays free, after words that follow an anchor (`afterAnchor`), before words that lead up to the first.
 */
function spread(
  syllables: readonly number[],
  gap: Span,
  voice: readonly Span[],
  afterAnchor: boolean | null,
): Span[] {
  const inside = voice
    .map(({ start, end }) => ({ start: Math.max(start, gap.start), end: Math.min(end, gap.end) }))
    .filter(({ start, end }) => end > start);
  const spans = inside.length > 0 ? inside : [gap];
  const total = syllables.reduce((sum, count) => sum + count, 0);
  const sung = spans.reduce((sum, { start, end }) => sum + end - start, 0);
  const used = afterAnchor === null ? sung : Math.min(sung, total * SLOWEST);
  const from = afterAnchor === false ? sung - used : 0;
  let done = 0;
  return syllables.map((count) => {
    const start = locate(spans, from + (done / total) * used);
    done += count;
    const end = locate(spans, from + (done / total) * used - 1e-9);
    return { start, end: Math.max(start, end) };
  });
}

/** The time at which so many seconds of the spans have passed. */
function locate(spans: readonly Span[], seconds: number): number {
  let left = seconds;
  for (const { start, end } of spans) {
    if (left < end - start) return start + Math.max(0, left);
    left -= end - start;
  }
  return spans[spans.length - 1].end;
}

const round = (seconds: number) => Math.round(seconds * 1000) / 1000;
