import { expect, test } from 'vitest';
import { arePhonesDistinct, hasPhoneDigits, keepDigits, looksLikePhone } from './phone-digits.ts';

test.each([
  ['+1 (202) 555-0142', '12025550142'],
  ['202.555.0142', '2025550142'],
  ['０９０-１２３４-５６７８', '09012345678'],
  ['+٩٧١ ٥٠ ١٢٣ ٤٥٦٧', '971501234567'],
  ['۰۹۱۲۳۴۵۶۷۸۹', '09123456789'],
  ['none', ''],
])('the digits of %s are %s', (text, digits) => {
  expect(keepDigits(text)).toBe(digits);
});

test.each([
  ['202555014', false],
  ['2025550142', true],
  ['202-555-0142 (home)', true],
  ['+123456789012345', true],
  ['+1234567890123456', false],
  ['', false],
  ['no digits at all', false],
])('VO-11 %j has 10 to 15 digits: %s', (text, expected) => {
  expect(hasPhoneDigits(text)).toBe(expected);
});

test.each([
  ['+1 (202) 555-0142', true],
  ['2025550142', true],
  ['[202] 555 0142', true],
  ['+123456789012345', true],
  ['202555014', false],
  ['1234567890123456', false],
  ['202.555.0142', false],
  ['2025550142x5', false],
  ['12+02555014299', false],
  ['++12025550142', false],
  ['', false],
  ['+', false],
])('IN-1 %j is an optional plus and 10 to 15 digits: %s', (text, expected) => {
  expect(looksLikePhone(text)).toBe(expected);
});

test('VO-11 phones are distinct by their digits only', () => {
  expect(arePhonesDistinct(['2025550142', '2025550143', '2025550144'])).toBe(true);
  expect(arePhonesDistinct(['(202) 555-0142', '202 555 0142', '2025550144'])).toBe(false);
  expect(arePhonesDistinct([])).toBe(true);
});
