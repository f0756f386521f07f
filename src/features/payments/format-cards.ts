/** Cards as people type them: brand, spacing, and the caret while one types. */

export type CardBrand = 'Visa' | 'Mastercard' | 'American Express' | 'Discover';

const BRANDS: readonly [RegExp, CardBrand][] = [
  [/^4/, 'Visa'],
  [/^(5[1-5]|2[2-7])/, 'Mastercard'],
  [/^3[47]/, 'American Express'],
  [/^6(011|5)/, 'Discover'],
];

export function detectBrand(number: string): CardBrand | null {
  const digits = onlyDigits(number);
  return BRANDS.find(([pattern]) => pattern.test(digits))?.[1] ?? null;
}

export const onlyDigits = (text: string) => text.replace(/\D/g, '');

/** Groups of four; 4-6-5 for American Express. */
export function formatCardNumber(text: string): string {
  const digits = onlyDigits(text).slice(0, 19);
  if (detectBrand(digits) !== 'American Express') return digits.replace(/(.{4})(?=.)/g, '$1 ');
  const parts = [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10, 15)];
  return parts.filter(Boolean).join(' ');
}

/** Where the caret stands after spacing, when it had so many digits before it: editing in the middle stays there. */
export function caretAfter(formatted: string, digitsBefore: number): number {
  let seen = 0;
  for (let at = 0; at < formatted.length; at++) {
    if (seen === digitsBefore) return at;
    if (/\d/.test(formatted[at])) seen += 1;
  }
  return formatted.length;
}

/** MM / YY as one types; a month above 1 gets its zero, a year pasted or filled in whole loses its century. */
export function formatExpiry(text: string): string {
  let digits = onlyDigits(text)
    .replace(/^(\d{2})20(\d{2})$/, '$1$2')
    .slice(0, 4);
  if (/^[2-9]/.test(digits)) digits = `0${digits}`.slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

export interface TypedCard {
  number: string;
  expiry: string;
  cvc: string;
}

export interface ReadCard {
  number: string;
  expiryMonth: number;
  expiryYear: number;
  cvc: string;
}

export function readCard(card: TypedCard): ReadCard {
  const expiry = onlyDigits(card.expiry);
  return {
    number: onlyDigits(card.number),
    expiryMonth: Number(expiry.slice(0, 2)),
    expiryYear: 2000 + Number(expiry.slice(2, 4)),
    cvc: onlyDigits(card.cvc),
  };
}
