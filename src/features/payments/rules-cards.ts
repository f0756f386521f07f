/** Cards as people type them: brand, spacing, and what is wrong with a field. The provider decides; this only helps. */

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

export type CardErrors = Partial<Record<keyof TypedCard, string>>;

/** Which field a provider's refusal is about; null when it is the card as a whole. */
export function fieldOfFailure(code: string): keyof TypedCard | null {
  if (code.includes('cvc')) return 'cvc';
  if (code.includes('expir')) return 'expiry';
  return code.includes('number') || code === 'test_card_only' ? 'number' : null;
}

/** What is missing or cannot be right, field by field; empty when it is worth sending. */
export function checkCard(card: TypedCard, now: Date): CardErrors {
  const errors: CardErrors = {};
  const number = onlyDigits(card.number);
  if (number.length < 12) errors.number = 'Your card number is incomplete.';
  else if (!passesLuhn(number)) errors.number = 'Your card number is invalid.';
  const { expiryMonth, expiryYear } = readCard(card);
  if (onlyDigits(card.expiry).length < 4) errors.expiry = "Your card's expiration date is incomplete.";
  else if (expiryMonth < 1 || expiryMonth > 12) errors.expiry = "Your card's expiration date is invalid.";
  else if (expiryYear * 12 + expiryMonth - 1 < now.getFullYear() * 12 + now.getMonth())
    errors.expiry = "Your card's expiration date is in the past.";
  const cvcLength = detectBrand(number) === 'American Express' ? 4 : 3;
  if (onlyDigits(card.cvc).length !== cvcLength) errors.cvc = "Your card's security code is incomplete.";
  return errors;
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

/** The check digit every card number carries (ISO/IEC 7812). */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** What test mode takes, and what each does. */
export const TEST_CARD_GUIDE: readonly { number: string; does: string }[] = [
  { number: '4242 4242 4242 4242', does: 'succeeds' },
  { number: '4000 0000 0000 0002', does: 'is declined' },
  { number: '4000 0000 0000 9995', does: 'has insufficient funds' },
  { number: '4000 0000 0000 0069', does: 'has expired' },
  { number: '4000 0000 0000 0127', does: 'has a wrong CVC' },
  { number: '4000 0000 0000 0077', does: 'is processing for 20 seconds' },
  { number: '4000 0027 6000 3184', does: 'asks for 3-D Secure' },
  { number: '4000 0000 0000 0259', does: 'succeeds, then is disputed' },
];
