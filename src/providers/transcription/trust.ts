/**
 * What of all that was heard may be shown. A model always answers something: below a mean log-probability its answers are
 * guesses, and a track of which too little is left is said to be not transcribed. Pure.
 */
import { francAll } from 'franc-min';
import type { HeardWord, Transcript, VoiceSpan } from './port.ts';

/**
 * Mean log-probability of a window's tokens from which its words are kept. Measured over speech with and without music
 * (docs/method/accuracy.md): above it most words are right, below it most are not.
 */
const GATE = -0.3;
/** Further below than this, wherever the first short look went, the rest is not listened to. */
const FAR_BELOW = GATE - 0.25;
/** Share of the heard seconds whose windows must pass the gate. */
const MIN_KEPT_SHARE = 0.3;
const MIN_WORDS = 4;
/** Words a second: fewer in a window of song or speech are stray syllables taken for words. */
const MIN_PACE = 0.35;
/** Characters that telling languages apart needs. */
const MIN_LETTERS = 80;
/**
 * English below this share of the best guess is another language: tried on lyrics, English ones of little but 'oh' and
 * 'baby' come to 0.93, Spanish to 0.71. Words the model is sure of must be further off than others.
 */
const ENGLISH_FROM = { sure: 0.75, unsure: 0.85 };

export interface HeardWindow extends VoiceSpan {
  words: HeardWord[];
  meanLogProb: number;
  complete: boolean;
}

export const UNCLEAR = 'The words could not be made out with enough certainty.';
export const OTHER_LANGUAGE = 'The words do not seem to be English; this site transcribes English only.';

export function isTrusted({ words, meanLogProb, complete, start, end }: HeardWindow): boolean {
  return complete && meanLogProb >= GATE && words.length >= MIN_PACE * (end - start);
}

export function isFarBelow({ meanLogProb, complete, words }: HeardWindow): boolean {
  return !complete || words.length === 0 || meanLogProb < FAR_BELOW;
}

/** The transcript of a track from all that was heard in it. */
export function decideTranscript(windows: readonly HeardWindow[], by: string): Transcript {
  const trusted = windows.filter(isTrusted);
  const words = trusted.flatMap((window) => window.words);
  const isEnough = lengthOf(trusted) >= MIN_KEPT_SHARE * lengthOf(windows) && words.length >= MIN_WORDS;
  const text = (isEnough ? trusted : windows)
    .flatMap((window) => window.words.map((word) => word.text))
    .join(' ');
  const none = { words: [], by };
  if (isOtherLanguage(text, isEnough)) return { ...none, language: null, reason: OTHER_LANGUAGE };
  if (!isEnough) return { ...none, language: null, reason: UNCLEAR };
  return { words, language: 'en', reason: null, by };
}

function lengthOf(spans: readonly VoiceSpan[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0);
}

/** Trusted words are taken for another language only if they are nothing like English. */
function isOtherLanguage(text: string, isSure: boolean): boolean {
  if (text.length < MIN_LETTERS) return false;
  const ranked = francAll(text, { minLength: MIN_LETTERS });
  const english = ranked.find(([language]) => language === 'eng')?.[1] ?? 0;
  return english < (isSure ? ENGLISH_FROM.sure : ENGLISH_FROM.unsure);
}
