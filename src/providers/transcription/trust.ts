/**
 * What of all that was heard may be shown. A model always answers something: below a mean log-probability its answers are
 * guesses, and a track of which too little is left is said to be not transcribed. Pure.
 */
import { francAll } from 'franc-min';
import type { HeardWord, Transcript, VoiceSpan } from '#ports/transcription.ts';

/**
 * Mean log-probability of a window's tokens from which its words are kept: the knee between words shown and words wrong,
 * over generated speech alone and under music of the same level (docs/method/accuracy.md).
 */
const GATE = -0.35;
/**
 * What no English comes near: the better half of the windows of English speech stays above this on average even under
 * music of the same level, that of other languages below it (docs/method/accuracy.md).
 */
const NO_ENGLISH = -0.8;
/** A window that was given up is as bad as the worst that were not. */
const GIVEN_UP = -1.2;
/** Seconds below which a window says little, and of such windows what telling a language needs. */
const TELLING_WINDOW = 3;
const TELLING_SECONDS = 10;
/** Share of the heard seconds whose windows must pass the gate. */
const MIN_KEPT_SHARE = 0.3;
/** Words a second, and in a window: fewer are stray syllables taken for words, or a stock phrase. */
const MIN_PACE = 0.35;
const MIN_WINDOW_WORDS = 4;
/** Characters that telling languages apart by their letters needs. */
const MIN_LETTERS = 80;
/** Trusted words of which English is a worse guess than this are another language: English ones of little but 'oh' and 'baby' come to 0.88. */
const ENGLISH_FROM = 0.75;

export interface HeardWindow extends VoiceSpan {
  words: HeardWord[];
  meanLogProb: number;
  complete: boolean;
}

export const UNCLEAR = 'The words could not be made out with enough certainty.';
export const OTHER_LANGUAGE =
  'This does not seem to be sung or spoken in English; this site transcribes English only.';

export function isTrusted({ words, meanLogProb, complete, start, end }: HeardWindow): boolean {
  const enough = Math.max(MIN_WINDOW_WORDS, MIN_PACE * (end - start));
  return complete && meanLogProb >= GATE && words.length >= enough;
}

/** Nothing in it was understood, not even in part. */
export function isStrange(window: HeardWindow): boolean {
  return sureness(window) < NO_ENGLISH;
}

/** The transcript of a track from all that was heard in it. */
export function decideTranscript(windows: readonly HeardWindow[], by: string): Transcript {
  const trusted = windows.filter(isTrusted);
  const words = trusted.flatMap((window) => window.words);
  const isEnough = lengthOf(trusted) >= MIN_KEPT_SHARE * lengthOf(windows) && words.length > 0;
  const isOther = isEnough ? readsForeign(words) : soundsForeign(windows);
  if (isEnough && !isOther) return { words, language: 'en', reason: null, by };
  return { words: [], language: null, reason: isOther ? OTHER_LANGUAGE : UNCLEAR, by };
}

function lengthOf(spans: readonly VoiceSpan[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0);
}

function sureness({ meanLogProb, complete }: HeardWindow): number {
  return complete ? meanLogProb : Math.min(meanLogProb, GIVEN_UP);
}

/**
 * The model writes English of a kind whatever it hears, so its text tells nothing; how sure it is of it does. The better
 * half of the windows decides, since some of any track are screams, crowds or music alone.
 */
function soundsForeign(windows: readonly HeardWindow[]): boolean {
  const telling = windows.filter(({ start, end }) => end - start >= TELLING_WINDOW);
  if (lengthOf(telling) < TELLING_SECONDS) return false;
  const best = telling.map(sureness).sort((a, b) => b - a);
  const half = best.slice(0, Math.ceil(best.length / 2));
  return half.reduce((sum, value) => sum + value, 0) / half.length < NO_ENGLISH;
}

/** Trusted words are taken for another language only if they are nothing like English. */
function readsForeign(words: readonly HeardWord[]): boolean {
  const text = words.map((word) => word.text).join(' ');
  if (text.length < MIN_LETTERS) return false;
  const english = francAll(text, { minLength: MIN_LETTERS }).find(([language]) => language === 'eng');
  return (english?.[1] ?? 0) < ENGLISH_FROM;
}
