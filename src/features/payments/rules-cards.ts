/** What is wrong with a card as it was typed. The provider decides; this only helps. */
import { detectBrand, onlyDigits, readCard, type TypedCard } from './format-cards.ts';

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
