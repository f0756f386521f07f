/** Pure decisions about people, their codes and their sessions. */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The cookie that carries a session's secret. */
export const SESSION_COOKIE = 'sc_person';
/** A session lasts as long as it is used at least once in this time. */
export const SESSION_MS = 90 * DAY;
/** Its last use is written at most this often. */
export const SEEN_EVERY_MS = DAY;

/** How long a code is worth something. */
export const CODE_MS = 10 * MINUTE;
/** Guesses at one code, right or wrong. */
export const CODE_TRIES = 5;
/** A number is texted at most one code in this time. */
export const CODE_EVERY_MS = MINUTE;
/** Codes a day to one number, counted from its first. */
export const CODES_A_DAY = 10;
/** Of those from one network: some stay for the number's owner, whoever else asks. */
export const CODES_A_NETWORK = 6;
export const CODE_DAY_MS = DAY;

/** How long an authenticator may take to answer. */
export const CHALLENGE_MS = 5 * MINUTE;
/** Passkeys one person keeps. */
export const MOST_PASSKEYS = 20;

/** Where to go once signed in: a page of ours, and nobody else's. An address that begins with two slashes leads away. */
export function nextPage(search: string): string | null {
  const then = new URLSearchParams(search).get('then');
  return then && /^\/(?![/\\])/.test(then) ? then : null;
}

/** 'Chrome on Android' from what a browser calls itself; enough to recognise one's own devices. */
export function nameAgent(agent: string): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(agent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(agent))?.[1];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Another device';
}

/** In this order: most browsers also name those they descend from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];
