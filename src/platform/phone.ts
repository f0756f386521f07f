/** One spelling for one phone number, and a way to show it without giving it away. Server only: the tables are large. */
import parsePhone, { type CountryCode, getCountryCallingCode, type PhoneNumber } from 'libphonenumber-js/max';
import { hasPhoneDigits, keepDigits } from './phone-digits.ts';

export type { CountryCode };

/** In whose country a number without a plus was meant, unless the campaign says otherwise. */
export const DEFAULT_COUNTRY: CountryCode = 'US';

/** E.164 (`+12025550142`): the same for every spelling of a number, so it can be compared. null: nobody's number. */
export function normalisePhone(text: string, country: CountryCode = DEFAULT_COUNTRY): string | null {
  return readPhone(text, country)?.number ?? null;
}

function readPhone(text: string, country: CountryCode): PhoneNumber | null {
  const options = { defaultCountry: country, extract: false } as const;
  const number = parsePhone(text.trim(), options);
  if (number?.isValid()) return number;
  // Most of the world dials 00 for the plus; where a country dials something else, 00 cannot start a number.
  const abroad = /^\s*00\s*([1-9].*)$/s.exec(text)?.[1];
  const second = abroad ? parsePhone(`+${abroad}`, options) : undefined;
  return second?.isValid() ? second : null;
}

/** Numbers that anybody can have for an hour, or that ring at nobody's. */
const RENTED = new Set(['VOIP', 'TOLL_FREE', 'PREMIUM_RATE', 'SHARED_COST', 'UAN', 'PAGER', 'VOICEMAIL']);

export interface PhoneFacts {
  /** E.164, or the typed digits written like it when no numbering plan knows the number. */
  e164: string;
  type: 'ordinary' | 'rented' | 'unassigned';
}

/** Any number of 10 to 15 digits, and what kind it is; null: not a number. */
export function describePhone(text: string, country: CountryCode = DEFAULT_COUNTRY): PhoneFacts | null {
  const known = readPhone(text, country);
  if (known) return { e164: known.number, type: RENTED.has(known.getType() ?? '') ? 'rented' : 'ordinary' };
  if (!hasPhoneDigits(text)) return null;
  const digits = keepDigits(text);
  const code = getCountryCallingCode(country);
  // Without a plus it was meant in the campaign's country, unless its code is there already.
  const isWhole = text.trim().startsWith('+') || (digits.length > 10 && digits.startsWith(code));
  return { e164: `+${isWhole ? '' : code}${digits}`.slice(0, 20), type: 'unassigned' };
}

/** Whether a number written as E.164 belongs to one of these countries; by its calling code when no plan knows it. */
export function isPhoneOf(e164: string, countries: readonly string[]): boolean {
  const number = parsePhone(e164);
  if (!number) return false;
  if (number.country) return countries.includes(number.country);
  return countries.some(
    (country) => getCountryCallingCode(country as CountryCode) === number.countryCallingCode,
  );
}

/** The country of a number written as E.164, when its plan tells. */
export function countryOf(e164: string): string | undefined {
  return parsePhone(e164)?.country;
}

/** The digits of a number written as E.164 as people type it: whole, and as it is dialled at home. */
export function spellPhone(e164: string): string[] {
  const number = parsePhone(e164);
  if (!number) return [keepDigits(e164)];
  return [keepDigits(number.number), number.nationalNumber, keepDigits(number.formatNational())];
}

const DOT = '•';
/** Never more than this many digits are shown, nor more than half of a short number. */
const SHOWN_DIGITS = 4;

/** `+1 ••• ••• 0142`: enough to recognise one's own number. Text that is no number is hidden by the same rule. */
export function maskPhone(text: string, country: CountryCode = DEFAULT_COUNTRY): string {
  const number = readPhone(text, country);
  if (!number) return hideDigits(text);
  const code = `+${number.countryCallingCode}`;
  number.setExt('');
  return `${code} ${hideDigits(number.formatInternational().slice(code.length).trim())}`;
}

function hideDigits(text: string): string {
  const count = text.match(/\p{Nd}/gu)?.length ?? 0;
  const hidden = count - Math.min(SHOWN_DIGITS, Math.floor(count / 2));
  let seen = 0;
  return text.replace(/\p{Nd}/gu, (digit) => (seen++ < hidden ? DOT : digit));
}
