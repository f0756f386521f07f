/**
 * The test cards of the sandbox, numbered as card processors publish them, and what each does. Any other number is
 * refused: nobody can type a real card into a sandbox and believe it was charged.
 */
import { createHash } from 'node:crypto';
import type { Card } from '#ports/payments.ts';

export type CardBehaviour =
  | { kind: 'success'; disputed?: true }
  | { kind: 'decline'; code: string; message: string }
  | { kind: 'processing' }
  | { kind: 'challenge' };

/** How long '4000 0000 0000 0077' processes before it succeeds, in seconds. */
export const PROCESSING_SECONDS = 20;

const decline = (code: string, message: string): CardBehaviour => ({ kind: 'decline', code, message });

export const TEST_CARDS: Readonly<Record<string, CardBehaviour>> = {
  '4242424242424242': { kind: 'success' },
  '5555555555554444': { kind: 'success' },
  '378282246310005': { kind: 'success' },
  // Taken, then disputed by its holder at once.
  '4000000000000259': { kind: 'success', disputed: true },
  '4000000000000002': decline('card_declined', 'Your card was declined.'),
  '4000000000009995': decline('insufficient_funds', 'Your card has insufficient funds.'),
  '4000000000000069': decline('expired_card', 'Your card has expired.'),
  '4000000000000127': decline('incorrect_cvc', "Your card's security code is incorrect."),
  // Not settled at once: succeeds PROCESSING_SECONDS later.
  '4000000000000077': { kind: 'processing' },
  '4000002760003184': { kind: 'challenge' },
  '4000000000003220': { kind: 'challenge' },
};

export interface CardRefusal {
  type: 'card_error' | 'validation_error';
  code: string;
  message: string;
}

/** What is wrong with the card as typed; null when the provider would try it. */
export function refuseCard(card: Card, now: Date): CardRefusal | null {
  const invalid = (code: string, message: string): CardRefusal => ({
    type: 'validation_error',
    code,
    message,
  });
  if (!/^\d{12,19}$/.test(card.number))
    return invalid('incomplete_number', 'Your card number is incomplete.');
  if (!passesLuhn(card.number)) return invalid('invalid_number', 'Your card number is invalid.');
  const month = now.getUTCFullYear() * 12 + now.getUTCMonth();
  if (card.expiryMonth < 1 || card.expiryMonth > 12)
    return invalid('invalid_expiry', "Your card's expiration date is invalid.");
  if (card.expiryYear * 12 + card.expiryMonth - 1 < month)
    return invalid('invalid_expiry_past', "Your card's expiration date is in the past.");
  const cvcLength = brandOf(card.number) === 'amex' ? 4 : 3;
  if (!new RegExp(`^\\d{${cvcLength}}$`).test(card.cvc))
    return invalid('incomplete_cvc', "Your card's security code is incomplete.");
  if (!Object.hasOwn(TEST_CARDS, card.number))
    return {
      type: 'card_error',
      code: 'test_card_only',
      message: 'Test mode takes test cards only, such as 4242 4242 4242 4242. Your card was not charged.',
    };
  return null;
}

export function behaviourOf(number: string): CardBehaviour {
  return TEST_CARDS[number];
}

export function brandOf(number: string): string {
  if (/^4/.test(number)) return 'visa';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard';
  if (/^3[47]/.test(number)) return 'amex';
  if (/^6(011|5)/.test(number)) return 'discover';
  return 'unknown';
}

/** The same number is the same card, whatever date and code were typed with it. */
export const fingerprintOf = (number: string) =>
  createHash('sha256').update(number).digest('base64url').slice(0, 16);

/** The check digit every card number carries (ISO/IEC 7812). */
export function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let i = 0; i < number.length; i++) {
    const digit = Number(number[number.length - 1 - i]);
    const doubled = i % 2 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
