/** Makes the sheet of a track's words: of those that were given, else of those that were transcribed, else none. */
import type { Measured } from '#features/recordings/rules-measures.ts';
import type { Transcript } from '#ports/transcription.ts';
import type { LyricSheet } from './contract-sheet.ts';
import { alignLyrics } from './rules-align.ts';
import { doubtWords } from './rules-fit.ts';
import { cutLines, cutStanzas } from './rules-lines.ts';
import { type LyricText, measureLyrics, type WordTools } from './rules-measure.ts';
import { readLyrics } from './rules-paste.ts';
import { loadWordTools } from './service-tools.ts';

export interface GivenText {
  text: string;
  givenBy: 'artist' | 'staff';
}

type SungIn = Pick<
  Measured,
  'beats' | 'metre' | 'tempoConfidence' | 'hook' | 'voiceRanges' | 'durationSeconds'
>;

/** Trust in the times of given words: where most of them were transcribed too, and where they are spread over the voice. */
const GIVEN_AND_TRANSCRIBED = 0.95;
const GIVEN_ONLY = 0.75;

export async function describeWords(
  track: SungIn,
  transcript: Transcript | null,
  given: GivenText | null,
): Promise<LyricSheet | null> {
  if (!given && !transcript?.words.length) return null;
  const tools = await loadWordTools();
  const text = given ? placeGiven(given, track, transcript, tools) : cutTranscribed(transcript!, track);
  if (text.lines.length === 0) return null;
  const { beats, tempoConfidence, hook } = track;
  return measureLyrics(text, { beats, tempoConfidence, hook: hook.occurrences }, tools);
}

function placeGiven(
  { text, givenBy }: GivenText,
  { voiceRanges, durationSeconds }: SungIn,
  transcript: Transcript | null,
  { pronounce }: WordTools,
): LyricText {
  const given = readLyrics(text);
  const { lines, approximate, recognised } = alignLyrics({
    given,
    transcribed: transcript?.words ?? [],
    voice: voiceRanges,
    duration: durationSeconds,
    pronounce,
  });
  const count = (word: string) => pronounce(word).syllables;
  const fit = {
    syllables: given.flatMap(({ words }) => words).reduce((sum, word) => sum + count(word), 0),
    voicedSeconds: voiceRanges.reduce((sum, { start, end }) => sum + end - start, 0),
    heardWords: transcript?.words.length ?? 0,
    recognised,
  };
  return {
    // Staff have listened: what they give is not doubted.
    doubt: givenBy === 'staff' ? null : doubtWords(fit),
    lines: given.map(({ section, opens }, i) => ({ words: lines[i], section, opens })),
    source: givenBy,
    by: null,
    approximate,
    confidence: approximate ? GIVEN_ONLY : GIVEN_AND_TRANSCRIBED,
    language: null,
  };
}

function cutTranscribed({ words, language, by }: Transcript, { metre }: SungIn): LyricText {
  const lines = cutLines(words, metre.downbeats);
  const opens = new Set(cutStanzas(lines));
  return {
    lines: lines.map((line, i) => ({ words: line, opens: opens.has(i) })),
    source: 'heard',
    by,
    doubt: null,
    approximate: false,
    confidence: words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length,
    language,
  };
}
