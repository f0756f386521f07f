/**
 * Which passwords are too easy. Lists of leaked ones are a few thousand words, and years, runs and symbols around them:
 * the words are here, the rest is taken off by rule.
 */
import { COPY } from './copy.ts';
import { PASSWORD_MIN } from './limits.ts';

/** What most guesses begin with, once figures and symbols are off and letters are put back. */
const WORDS =
  'password passwort passphrase motdepasse contrasena senha letmein welcome iloveyou trustno sunshine princess football baseball basketball superman batman spiderman starwars pokemon dragon monkey master shadow michael jordan jennifer ashley bailey charlie donald jessica computer internet whatever freedom summer winter spring autumn monday sunday january december changeme default access admin administrator root owner login staff guest test testing temp temporary user username hello qwerty azerty qwertz asdfgh zxcvbn liverpool chelsea arsenal google facebook samsung android iphone microsoft soundcheck soundcloud spotify music label contest artist'.split(
    ' ',
  );

/** Walks along a keyboard and through the alphabet, either way. */
const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'azertyuiopqsdfghjklmwxcvbn',
];

/** How many characters have to be left when what can be guessed is taken out. */
const LEAST_REST = 6;

const LOOKS_LIKE: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Why it cannot be taken, or null. `about`: what everybody knows of its owner, such as name and address. */
export function refusePassword(password: string, about: readonly string[] = []): string | null {
  if ([...password].length < PASSWORD_MIN) return COPY.newPassword;
  return isGuessable(password.toLowerCase(), about) ? COPY.commonPassword : null;
}

function isGuessable(password: string, about: readonly string[]): boolean {
  if (new Set(password).size < 5 || /^(.{1,8})\1+.{0,3}$/.test(password)) return true;
  const known = about
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length > 3);
  const letters = password.replace(/[013457@$!]/g, (sign) => LOOKS_LIKE[sign]);
  return [password, letters].some((text) => restOf(text, [...WORDS, ...known]) < LEAST_REST);
}

/** What is left without the words, the runs, and the years and figures around them. */
function restOf(text: string, words: readonly string[]): number {
  let rest = text;
  for (const word of [...words].sort((a, b) => b.length - a.length)) rest = rest.replaceAll(word, ' ');
  rest = dropRuns(rest);
  return rest.replace(/[^\p{L}]+/gu, '').length;
}

/** Without every stretch of four and more that a keyboard or the alphabet has in a row. */
function dropRuns(text: string): string {
  const runs = RUNS.flatMap((run) => [run, [...run].reverse().join('')]);
  let rest = '';
  for (let at = 0; at < text.length; ) {
    let length = 0;
    for (const run of runs) {
      let reach = 4;
      while (at + reach <= text.length && run.includes(text.slice(at, at + reach))) reach++;
      if (reach > 4) length = Math.max(length, reach - 1);
    }
    rest += length > 0 ? ' ' : text[at];
    at += Math.max(1, length);
  }
  return rest;
}
