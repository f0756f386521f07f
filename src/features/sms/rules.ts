/** When a text may go, what a reply means, and where the provider calls back. Pure. */

export const CALLBACK_PATHS = { status: '/api/webhooks/texts/status', reply: '/api/webhooks/texts/reply' };

/**
 * 'code': somebody asks for it this moment, to prove a number. It goes at night too, and uses up nothing of the others.
 * 'staff': what staff send has a budget of its own, so that visitors cannot use it up.
 */
export const TEXT_PURPOSES = ['ordinary', 'code', 'staff'] as const;
export type TextPurpose = (typeof TEXT_PURPOSES)[number];

/** Nobody is texted from 21:00 to 8:00 where they are. */
export const NIGHT = { from: 21, to: 8 };
/** A number nobody answered from is erased after so many days. */
export const SILENT_DAYS = 30;

/** Countries that span time zones: the first and the last. A number does not tell where in its country it is. */
const ZONES: Record<string, readonly string[]> = {
  US: ['America/New_York', 'America/Los_Angeles'],
  CA: ['America/Halifax', 'America/Vancouver'],
  AU: ['Australia/Sydney', 'Australia/Perth'],
  GB: ['Europe/London'],
  IE: ['Europe/Dublin'],
  DE: ['Europe/Berlin'],
  FR: ['Europe/Paris'],
  NL: ['Europe/Amsterdam'],
  SE: ['Europe/Stockholm'],
  JM: ['America/Jamaica'],
  TT: ['America/Port_of_Spain'],
  NG: ['Africa/Lagos'],
  GH: ['Africa/Accra'],
  ZA: ['Africa/Johannesburg'],
  KE: ['Africa/Nairobi'],
  NZ: ['Pacific/Auckland'],
};

const hourIn = (zone: string, at: Date) =>
  Number(new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: zone }).format(at));

export function isQuiet(at: Date, country: string | undefined, fallbackZone: string): boolean {
  const zones = ZONES[country ?? ''] ?? [fallbackZone];
  return zones.some((zone) => {
    const hour = hourIn(zone, at);
    return hour >= NIGHT.from || hour < NIGHT.to;
  });
}

const QUARTER_MS = 15 * 60_000;

/** The first moment, at or after this one, at which the number may be texted. To the quarter of an hour. */
export function findSendingTime(at: Date, country: string | undefined, fallbackZone: string): Date {
  if (!isQuiet(at, country, fallbackZone)) return at;
  let next = Math.ceil(at.getTime() / QUARTER_MS) * QUARTER_MS;
  // Two days hold a morning in every zone there is.
  for (let tries = 0; tries < 192 && isQuiet(new Date(next), country, fallbackZone); tries++)
    next += QUARTER_MS;
  return new Date(next);
}

const MOST_NAME_LETTERS = 40;
/** '50 Cent' and '2Pac' are names; what has more digits may be a number to call. */
const MOST_NAME_DIGITS = 2;

/**
 * What somebody typed as a name or title, as it may stand in a text of ours: letters on one line, no link, no number,
 * short, and in quotes, so that nobody can make it speak for us. Plain quotes keep a text in the cheap alphabet.
 */
export function quoteName(typed: string, otherwise = 'Somebody you know'): string {
  const letters = typed
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\b(?:https?|www)\b/giu, ' ')
    .replace(/[^\p{L}\p{M}\p{Nd}'’&.,! -]/gu, ' ')
    // A dot inside a word is what phones make a link of.
    .replace(/\.(?=\S)/gu, ' ');
  const digits = letters.match(/\p{Nd}/gu)?.length ?? 0;
  const words = (digits > MOST_NAME_DIGITS ? letters.replace(/\p{Nd}/gu, ' ') : letters)
    .replace(/(?<=^|\s)-+(?=\s|$)/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  const short = [...words].slice(0, MOST_NAME_LETTERS).join('').trim();
  return /\p{L}|\p{Nd}/u.test(short) ? `"${short}"` : otherwise;
}

export type ReplyMeaning = 'stop' | 'start' | 'help' | 'other';

const STOP = new Set(['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout']);
const START = new Set(['start', 'unstop', 'yes']);
const HELP = new Set(['help', 'info']);

/** The words operators agreed on, however they are written; 'Stop please' is a stop as well. */
export function readReply(body: string): ReplyMeaning {
  const words = body.toLowerCase().match(/\p{L}+/gu) ?? [];
  const whole = words.join('');
  if (STOP.has(whole) || words[0] === 'stop') return 'stop';
  if (START.has(whole)) return 'start';
  return HELP.has(whole) ? 'help' : 'other';
}

/** To who would have people texted without having signed in. */
export const PROVE_NUMBER =
  'Prove your own number first, with a code we text to it. Until then nothing is stored and nothing is sent.';

/** Why a text did not go, in the words of the person who asked for it. */
export const REFUSALS = {
  number: 'Please enter a valid phone number',
  country: 'This site does not text numbers of that country. Share the link instead.',
  opted_out: 'This person asked not to be texted.',
  cap: 'This number was texted as often as we allow this week. Share the link instead.',
  budget: 'All texts of today are used up. Try again tomorrow, or share the link.',
  refused: 'The text network does not accept this number.',
  unavailable: 'The text network could not be reached. Try again in a minute.',
  interrupted: 'Sending was interrupted. Try again.',
  erased: 'This number was erased.',
} as const;
export type Refusal = keyof typeof REFUSALS;

export type TextResult =
  | { state: 'sent'; sid: string }
  /** For the morning: with its sid when the provider keeps it, without while we do. */
  | { state: 'scheduled'; at: Date; sid?: string }
  | { state: 'failed'; reason: Refusal };
