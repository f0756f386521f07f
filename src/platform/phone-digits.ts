/**
 * The forms' simple rules on phone numbers, the same in the browser and on the server. Whether a number can really be
 * called is asked in phone.ts, whose tables are too heavy for the browser.
 */

/** ITU-T E.164 allows 15 digits in all; fewer than 10 is nearly always a number without its area. */
const FEWEST = 10;
const MOST = 15;

/** Digits people type on keyboards that are not Latin: zero of full-width, Arabic and Persian. */
const OTHER_ZEROS = [0xff10, 0x0660, 0x06f0];

/** '+1 (202) 555-0142' as '12025550142'. */
export function keepDigits(text: string): string {
  return toLatinDigits(text).replace(/\D/g, '');
}

/** 10 to 15 digits, whatever stands between them: the referral form's rule. */
export function hasPhoneDigits(text: string): boolean {
  const count = keepDigits(text).length;
  return count >= FEWEST && count <= MOST;
}

/** An optional plus and 10 to 15 digits, dashes, brackets and spaces ignored: the invitation form's rule. */
export function looksLikePhone(text: string): boolean {
  const bare = toLatinDigits(text).replace(/[-()[\]\s]/g, '');
  return /^\+?\d+$/.test(bare) && hasPhoneDigits(bare);
}

/** No two alike by their digits only. */
export function arePhonesDistinct(phones: readonly string[]): boolean {
  return new Set(phones.map(keepDigits)).size === phones.length;
}

function toLatinDigits(text: string): string {
  return text.replace(/[\uff10-\uff19\u0660-\u0669\u06f0-\u06f9]/g, (digit) => {
    const code = digit.charCodeAt(0);
    const zero = OTHER_ZEROS.find((start) => code >= start && code < start + 10) ?? code;
    return String(code - zero);
  });
}
