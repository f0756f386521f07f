/** Everything measured about the words of a track: from lines with times to the sheet that is stored and shown. */
import type { LyricMeasures, LyricSheet, SungLine, WordSource } from './contract-sheet.ts';
import { deviation, mean, measurePace, placeWords, type TimedWord } from './rules-flow.ts';
import { type Pronounce, spellWord } from './rules-phones.ts';
import {
  countDistinct,
  findHookLine,
  groupLines,
  measureVocabulary,
  type PlacedLine,
  shareRepeated,
} from './rules-repetition.ts';
import { findRhymes, type RhymeFindings } from './rules-scheme.ts';
import { MIN_LINES } from './rules-scorable.ts';

/** What knows about words: dictionaries, kept out of the browser. */
export interface WordTools {
  pronounce: Pronounce;
  /** -1 to 1; of English words. */
  feel(text: string): number;
  isExplicit(word: string): boolean;
  /** ISO 639-1; null when unsure. */
  nameLanguage(text: string): string | null;
}

export interface TextLine {
  words: { text: string; start: number; end: number; timed?: true }[];
  section?: string;
  opens: boolean;
}

export interface LyricText {
  lines: readonly TextLine[];
  source: WordSource;
  by: string | null;
  approximate: boolean;
  doubt: string | null;
  /** Of the words and their times, 0 to 1. */
  confidence: number;
  language: string | null;
}

/** What is known of the track the words are sung in; seconds. */
export interface SungTrack {
  beats: readonly number[];
  tempoConfidence: number;
  hook: readonly { start: number; end: number }[];
}

/** Below this share of words in the dictionary the sounds of a text are not known. */
const KNOWN_SOUNDS = 0.65;
/** Below this confidence of the tempo there is no grid to place words against. */
const TRUSTED_TEMPO = 0.35;
/** Words are placed against the beat when this share of them has an exact time: an estimate is off by half a beat. */
const EXACT_TIMES = 0.8;
/** As many words as a whole song has: with fewer the confidence falls. */
const WHOLE_SONG_WORDS = 80;
const MOST_STARTS = 12;

export function measureLyrics(text: LyricText, track: SungTrack, tools: WordTools): LyricSheet {
  const stanzas = groupStanzas(text.lines);
  const placed: PlacedLine[] = text.lines.map(({ words }) => ({
    words: words.map((word) => word.text),
    start: words[0].start,
    end: words[words.length - 1].end,
  }));
  const first = groupLines(placed);
  const hook = findHookLine(placed, first, text.approximate ? [] : track.hook);
  const sounds = tools.pronounce;
  const all = text.lines.flatMap(({ words }) => words);
  const known = all.filter((word) => sounds(word.text).known).length / Math.max(1, all.length);
  const rhymes =
    known >= KNOWN_SOUNDS
      ? findRhymes(
          stanzas.map((stanza) => stanza.map(({ words }) => words.map((word) => word.text))),
          sounds,
        )
      : null;
  const prose = text.lines.map(({ words }) => words.map((word) => word.text).join(' ')).join('. ');
  const language = text.language ?? (known >= 0.85 ? 'en' : tools.nameLanguage(prose));
  const explicit = all.filter((word) => tools.isExplicit(word.text));
  const measures: LyricMeasures = {
    words: all.length,
    distinctWords: countDistinct(placed),
    lines: placed.length,
    known: round(known),
    confidence: round(text.confidence * Math.min(1, 0.4 + (0.6 * all.length) / WHOLE_SONG_WORDS)),
    ...describeRhymes(rhymes),
    ...describeTime(text, stanzas, track, tools),
    vocabulary: roundOrNull(measureVocabulary(placed, first)),
    repetition: round(shareRepeated(first)),
    hookLine: hook && {
      text: placed[hook.lines[0]].words.join(' '),
      times: hook.lines.length,
      starts: hook.lines.slice(0, MOST_STARTS).map((i) => placed[i].start),
      inHook: roundOrNull(hook.inHook),
    },
    sentiment: language === 'en' ? round(tools.feel(prose)) : null,
    explicit: { words: explicit.length, starts: explicit.slice(0, MOST_STARTS).map(({ start }) => start) },
  };
  return {
    source: text.source,
    by: text.by,
    approximate: text.approximate,
    doubt: text.doubt,
    language,
    lines: markLines(text.lines, rhymes, new Set(hook?.lines), tools),
    measures,
  };
}

function groupStanzas(lines: readonly TextLine[]): TextLine[][] {
  const stanzas: TextLine[][] = [];
  for (const line of lines) {
    if (line.opens || stanzas.length === 0) stanzas.push([]);
    stanzas[stanzas.length - 1].push(line);
  }
  return stanzas;
}

function describeRhymes(rhymes: RhymeFindings | null) {
  return {
    endRhymes: roundOrNull(rhymes?.endRhymes ?? null),
    rhymeDensity: roundOrNull(rhymes?.density ?? null),
    internalRhymes: rhymes?.internal ?? null,
    multiRhymes: rhymes?.multis ?? null,
    scheme: rhymes?.scheme ?? null,
  };
}

/** Pace, placement, and how even lines are. Times that are only spread over the voice give none of the first two. */
function describeTime(
  text: LyricText,
  stanzas: readonly TextLine[][],
  track: SungTrack,
  { pronounce }: WordTools,
) {
  const timed = stanzas.map((stanza) =>
    stanza.map(({ words }) =>
      words.map((word): TimedWord => ({ ...word, syllables: pronounce(word.text).syllables })),
    ),
  );
  const lengths = timed.flat().map((line) => line.reduce((sum, { syllables }) => sum + syllables, 0));
  const pace = text.approximate ? null : measurePace(timed);
  const words = text.lines.flatMap((line) => line.words);
  const exact = words.filter((word) => word.timed).length / Math.max(1, words.length);
  const hasGrid = exact >= EXACT_TIMES && track.tempoConfidence >= TRUSTED_TEMPO;
  const placement = hasGrid ? placeWords(timed.flat(2), track.beats) : null;
  return {
    syllables: lengths.reduce((sum, length) => sum + length, 0),
    unevenness: lengths.length < MIN_LINES ? null : round(deviation(lengths) / Math.max(1, mean(lengths))),
    syllableRate: roundOrNull(pace?.rate ?? null),
    steadiness: roundOrNull(pace?.steadiness ?? null),
    paceRange: roundOrNull(pace?.range ?? null),
    paceChanges: pace?.changes.slice(0, MOST_STARTS) ?? [],
    onBeat: roundOrNull(placement?.onBeat ?? null),
    syncopation: roundOrNull(placement?.syncopation ?? null),
    tightness: roundOrNull(placement?.tightness ?? null),
  };
}

function markLines(
  lines: readonly TextLine[],
  rhymes: RhymeFindings | null,
  hook: ReadonlySet<number>,
  { isExplicit }: WordTools,
): SungLine[] {
  const marks = rhymes?.marks.flat();
  const ends = rhymes?.ends.flat();
  return lines.map(({ words, section, opens }, i) => ({
    start: words[0].start,
    end: words[words.length - 1].end,
    words: words.map(({ text, start, end }, w) => {
      const mark = marks?.[i][w];
      return {
        text,
        start,
        end,
        ...(mark ? { rhyme: mark.letter } : {}),
        ...(mark && mark.weight < 1 ? { slant: true as const } : {}),
        ...(isExplicit(spellWord(text)) ? { explicit: true as const } : {}),
      };
    }),
    ...(section ? { section } : {}),
    ...(opens || i === 0 ? { opens: true as const } : {}),
    ...(ends?.[i] ? { rhyme: ends[i] } : {}),
    ...(hook.has(i) ? { hook: true as const } : {}),
  }));
}

const round = (value: number) => Math.round(value * 1000) / 1000;
const roundOrNull = (value: number | null) => (value === null ? null : round(value));
