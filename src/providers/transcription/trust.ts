/**
 * What of all that was heard may be shown. A model always answers something: below a mean log-probability its answers are
 * guesses, and a track of which too little is left is said to be not transcribed. Pure.
 */
import { francAll } from 'franc-min';
import type { HeardWord, Transcript, VoiceSpan } from '#ports/transcription.ts';

/**
 * Mean log-probability of a window's tokens from which its words are looked at, one by one: a word is shown if it is this
 * probable itself and the words around it are on average. Set on six real songs and looked at on two by others
 * (docs/method/accuracy.md).
 */
const GATE = -0.55;
const WORD_GATE = 0.8;
const AROUND_GATE = -0.3;
/** Words in a row that make a phrase, and what a word needs if its phrase is in another window too: twice is no chance. */
const PHRASE = 3;
const AGAIN_GATE = 0.5;
/** A window this sure on the whole is clear speech or singing: all of it is shown. */
const SURE_WINDOW = -0.15;
/** Words on either side that are around a word. */
const AROUND = 2;
/** Fewer sure words than this in a window are chance. */
const MIN_SURE_WORDS = 3;
/**
 * What no English comes near: the better half of the windows of eight real songs has a mean of -0.36 at the lowest, that of
 * German speech one of -0.84.
 */
const NO_ENGLISH = -0.6;
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
export const isStrange = ({ meanLogProb }: HeardWindow): boolean => meanLogProb < NO_ENGLISH;

/** Of a window's words those that are sure where they stand or come again; none where too few are, all where the window is. */
function pickSure({ words, meanLogProb }: HeardWindow, again: ReadonlySet<string>): HeardWord[] {
  if (meanLogProb >= SURE_WINDOW) return words;
  const logs = words.map(({ confidence }) => Math.log(Math.max(0.01, confidence)));
  const returns = phrasesOf(words).map((phrase) => again.has(phrase));
  const sure = words.filter(({ confidence }, i) => {
    if (confidence >= AGAIN_GATE && returns.slice(Math.max(0, i - PHRASE + 1), i + 1).some(Boolean))
      return true;
    const around = logs.slice(Math.max(0, i - AROUND), i + AROUND + 1);
    return (
      confidence >= WORD_GATE && around.reduce((sum, log) => sum + log, 0) / around.length >= AROUND_GATE
    );
  });
  return sure.length >= MIN_SURE_WORDS ? sure : [];
}

/** Phrases that more than one window has. */
function findAgain(windows: readonly HeardWindow[]): Set<string> {
  const seen = new Set<string>();
  const again = new Set<string>();
  for (const { words } of windows) {
    const phrases = new Set(phrasesOf(words));
    for (const phrase of phrases) (seen.has(phrase) ? again : seen).add(phrase);
  }
  return again;
}

/** The phrase that begins with each word, as far as there are whole ones. */
function phrasesOf(words: readonly HeardWord[]): string[] {
  const plain = words.map(({ text }) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));
  return plain.slice(PHRASE - 1).map((_, i) => plain.slice(i, i + PHRASE).join(' '));
}

/** The transcript of a track from all that was heard in it. */
export function decideTranscript(windows: readonly HeardWindow[], by: string): Transcript {
  const trusted = windows.filter(isTrusted);
  const again = findAgain(windows);
  const words = trusted.flatMap((window) => pickSure(window, again));
  const isEnough = lengthOf(trusted) >= MIN_KEPT_SHARE * lengthOf(windows) && words.length > 0;
  const isOther = isEnough ? readsForeign(words) : soundsForeign(windows);
  if (isEnough && !isOther) return { words, language: 'en', reason: null, by };
  return { words: [], language: null, reason: isOther ? OTHER_LANGUAGE : UNCLEAR, by };
}

function lengthOf(spans: readonly VoiceSpan[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0);
}

/**
 * The model writes English of a kind whatever it hears, so its text tells nothing; how sure it is of it does. The better
 * half of the windows decides, since some of any track are screams, crowds or music alone. A window that went in circles
 * though it was sure of its words tells nothing: fast English was taken for another language by these.
 */
function soundsForeign(windows: readonly HeardWindow[]): boolean {
  const telling = windows.filter(
    (window) => window.end - window.start >= TELLING_WINDOW && (window.complete || isStrange(window)),
  );
  if (lengthOf(telling) < TELLING_SECONDS) return false;
  const best = telling.map(({ meanLogProb }) => meanLogProb).sort((a, b) => b - a);
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
