import { expect, test } from 'vitest';
import { TEST_CARD_GUIDE } from './copy-test-cards.ts';
import { caretAfter, detectBrand, formatCardNumber, formatExpiry } from './format-cards.ts';
import { checkCard, fieldOfFailure } from './rules-cards.ts';

const NOW = new Date(2026, 10, 15);
const GOOD = { number: '4242 4242 4242 4242', expiry: '12 / 30', cvc: '123' };

test('the brand is told from the first digits', () => {
  expect(detectBrand('4')).toBe('Visa');
  expect(detectBrand('5555 5')).toBe('Mastercard');
  expect(detectBrand('2221')).toBe('Mastercard');
  expect(detectBrand('3782')).toBe('American Express');
  expect(detectBrand('6011')).toBe('Discover');
  expect(detectBrand('')).toBeNull();
  expect(detectBrand('9')).toBeNull();
});

test('numbers and dates are spaced as they are typed and pasted', () => {
  expect(formatCardNumber('4242424242424242')).toBe('4242 4242 4242 4242');
  expect(formatCardNumber('4242-4242 4')).toBe('4242 4242 4');
  expect(formatCardNumber('378282246310005')).toBe('3782 822463 10005');
  expect(formatExpiry('5')).toBe('05');
  expect(formatExpiry('123')).toBe('12 / 3');
  expect(formatExpiry('1230')).toBe('12 / 30');
  expect(formatExpiry('12 / 30')).toBe('12 / 30');
  expect(formatExpiry('12/2030')).toBe('12 / 30');
  expect(formatExpiry('1220')).toBe('12 / 20');
});

test('editing in the middle keeps the caret there, however the digits are spaced', () => {
  expect(caretAfter('4242 4242', 0)).toBe(0);
  expect(caretAfter('4242 4242', 3)).toBe(3);
  expect(caretAfter('4242 4242', 4)).toBe(4);
  expect(caretAfter('4242 4242', 5)).toBe(6);
  expect(caretAfter('4242 4242', 9)).toBe(9);
});

test('a refusal about one field is said beside it', () => {
  expect(fieldOfFailure('incorrect_cvc')).toBe('cvc');
  expect(fieldOfFailure('expired_card')).toBe('expiry');
  expect(fieldOfFailure('invalid_expiry_year')).toBe('expiry');
  expect(fieldOfFailure('incorrect_number')).toBe('number');
  expect(fieldOfFailure('test_card_only')).toBe('number');
  expect(fieldOfFailure('card_declined')).toBeNull();
});

test('each field says what is wrong with it', () => {
  expect(checkCard(GOOD, NOW)).toEqual({});
  for (const { number } of TEST_CARD_GUIDE) expect(checkCard({ ...GOOD, number }, NOW), number).toEqual({});
  expect(checkCard({ number: '', expiry: '', cvc: '' }, NOW)).toEqual({
    number: 'Your card number is incomplete.',
    expiry: "Your card's expiration date is incomplete.",
    cvc: "Your card's security code is incomplete.",
  });
  expect(checkCard({ ...GOOD, number: '4242 4242 4242 4241' }, NOW).number).toBe(
    'Your card number is invalid.',
  );
  expect(checkCard({ ...GOOD, expiry: '10 / 26' }, NOW).expiry).toBe(
    "Your card's expiration date is in the past.",
  );
  expect(checkCard({ ...GOOD, expiry: '11 / 26' }, NOW)).toEqual({});
  expect(checkCard({ ...GOOD, expiry: '13 / 30' }, NOW).expiry).toBe(
    "Your card's expiration date is invalid.",
  );
  expect(checkCard({ ...GOOD, number: '378282246310005' }, NOW).cvc).toBeDefined();
  expect(checkCard({ ...GOOD, number: '378282246310005', cvc: '1234' }, NOW)).toEqual({});
});
