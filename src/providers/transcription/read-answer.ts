/**
 * An endpoint's answer as a transcript. Endpoints differ: some give words with times, some segments only, some bare text.
 * What cannot be true (times outside the track, a word of a hundred letters, thirty words a second) makes the whole
 * answer refused when there is much of it; words outside the voice are left out. Pure.
 */
import { z } from 'zod';
import type { HeardWord, Transcript, VoiceSpan } from '#ports/transcription.ts';
import { UNCLEAR } from './trust.ts';

const wordSchema = z.object({ word: z.string(), start: z.number(), end: z.number() });
const segmentSchema = z.object({
  text: z.string(),
  start: z.number(),
  end: z.number(),
  avg_logprob: z.number().nullish(),
  no_speech_prob: z.number().nullish(),
});
export const answerSchema = z.object({
  text: z.string().nullish(),
  language: z.string().nullish(),
  words: z.array(wordSchema).nullish(),
  segments: z.array(segmentSchema).nullish(),
});
type Answer = z.infer<typeof answerSchema>;
type Segment = z.infer<typeof segmentSchema>;

/** Endpoints that say nothing about how sure they are get this. */
const UNKNOWN_CONFIDENCE = 0.7;
/** A word may lie this far outside the voice, which is judged in half seconds (s). */
const TOLERANCE = 1;
const LONGEST_WORD = 40;
const LONGEST_SECONDS = 15;
const MOST_WORDS_A_SECOND = 12;
/** Share of words that may be impossible before nothing of the answer is believed. */
const MAX_ABSURD_SHARE = 0.1;
/** The rule of Whisper's own code for segments made of nothing. */
const NO_SPEECH = { prob: 0.6, logProb: -1 };

export function readAnswer(
  answer: Answer,
  voice: readonly VoiceSpan[],
  seconds: number,
  by: string,
): Transcript {
  const given = gatherWords(answer, voice);
  const possible = given.filter((word) => isPossible(word, seconds));
  if (given.length - possible.length > MAX_ABSURD_SHARE * given.length)
    throw new Error('Its answer has words or times that cannot be.');
  if (possible.length > MOST_WORDS_A_SECOND * Math.max(1, seconds))
    throw new Error('Its answer has more words than anybody can say in that time.');
  const words = possible.filter((word) => isVoiced(word, voice)).sort((a, b) => a.start - b.start);
  if (words.length === 0) return { words: [], language: null, reason: UNCLEAR, by };
  return { words, language: nameLanguage(answer.language), reason: null, by };
}

function gatherWords({ words, segments, text }: Answer, voice: readonly VoiceSpan[]): HeardWord[] {
  const spoken = (segments ?? []).filter((segment) => !isNothing(segment));
  if (words?.length)
    return words.flatMap(({ word, start, end }) => {
      const segment = segments?.find((one) => start >= one.start - 0.1 && start <= one.end + 0.1);
      if (segment && isNothing(segment)) return [];
      return [{ text: clean(word), start, end, confidence: confidenceOf(segment), timed: true as const }];
    });
  if (spoken.length > 0)
    return spoken.flatMap((segment) => spread(segment.text, segment, confidenceOf(segment)));
  const [first] = voice;
  if (!text?.trim() || !first) return [];
  return spreadOver(text, voice);
}

/** Without times of words, a segment's words share its time by their letters: roughly right, and said nowhere as more. */
function spread(text: string, { start, end }: VoiceSpan, confidence: number): HeardWord[] {
  const parts = text.split(/\s+/).map(clean).filter(Boolean);
  const letters = parts.reduce((sum, part) => sum + part.length, 0);
  let at = start;
  return parts.map((part) => {
    const from = at;
    at += ((end - start) * part.length) / letters;
    return { text: part, start: round(from), end: round(at), confidence };
  });
}

/** Bare text: laid over the voiced parts in proportion to their length. */
function spreadOver(text: string, voice: readonly VoiceSpan[]): HeardWord[] {
  const parts = text.split(/\s+/).map(clean).filter(Boolean);
  const total = voice.reduce((sum, { start, end }) => sum + end - start, 0);
  let taken = 0;
  let passed = 0;
  return voice.flatMap((span) => {
    passed += span.end - span.start;
    const until = Math.round((parts.length * passed) / total);
    const share = parts.slice(taken, until).join(' ');
    taken = until;
    return spread(share, span, UNKNOWN_CONFIDENCE);
  });
}

const clean = (word: string) => word.replace(/[\p{C}\s]+/gu, ' ').trim();
const round = (seconds: number) => Math.round(seconds * 100) / 100;

function isNothing({ no_speech_prob: silence, avg_logprob: logProb }: Segment): boolean {
  return (silence ?? 0) > NO_SPEECH.prob && (logProb ?? 0) < NO_SPEECH.logProb;
}

function confidenceOf(segment: Segment | undefined): number {
  if (segment?.avg_logprob === undefined || segment.avg_logprob === null) return UNKNOWN_CONFIDENCE;
  return round(Math.exp(Math.min(0, segment.avg_logprob)));
}

function isPossible({ text, start, end }: HeardWord, seconds: number): boolean {
  const isWord = text.length > 0 && text.length <= LONGEST_WORD;
  return isWord && start >= 0 && end >= start && end - start <= LONGEST_SECONDS && end <= seconds + TOLERANCE;
}

function isVoiced({ start, end }: HeardWord, voice: readonly VoiceSpan[]): boolean {
  return voice.some((span) => end >= span.start - TOLERANCE && start <= span.end + TOLERANCE);
}

/** The endpoint says 'english' or 'en'; the name of a language in English is all we translate. */
function nameLanguage(language: string | null | undefined): string | null {
  const given = language?.trim().toLowerCase();
  if (!given) return null;
  if (/^[a-z]{2}$/.test(given)) return given;
  return CODES.find((code) => NAMES.of(code)?.toLowerCase() === given) ?? null;
}

const NAMES = new Intl.DisplayNames('en', { type: 'language' });
const CODES = (
  'af ar az be bg bs ca cs cy da de el en es et fa fi fr gl he hi hr hu hy id is it ja kk kn ko lt lv mi mk mr ms ne nl ' +
  'no pl pt ro ru sk sl sr sv sw ta th tl tr uk ur vi zh'
).split(' ');
