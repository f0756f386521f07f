import { expect, test } from 'vitest';
import { type CountryCode, maskPhone, normalisePhone } from './phone.ts';

test.each<[CountryCode, string, string[]]>([
  [
    'US',
    '+12025550142',
    ['2025550142', '(202) 555-0142', '+1 202 555 0142', '1-202-555-0142', '202.555.0142 ext. 5'],
  ],
  ['GB', '+44169772345', ['016977 2345', '+44 (0)16977 2345', '0044 16977 2345']],
  ['IT', '+390669812345', ['06 698 12345', '+39 06 69812345']],
  ['AR', '+5491123456789', ['011 15-2345-6789', '+54 9 11 2345-6789']],
  ['BR', '+5511912345678', ['(11) 91234-5678', '+55 11 91234 5678', '011 91234 5678']],
  ['IS', '+3545812345', ['581 2345', '+354 581-2345', '00354 5812345']],
  ['CI', '+2250707123456', ['07 07 12 34 56', '+225 0707123456']],
  ['NU', '+6834002', ['4002', '+683 4002']],
  ['JP', '+819012345678', ['090-1234-5678', '０９０-１２３４-５６７８', '+81 90 1234 5678']],
  ['DE', '+4930123456', ['030 123456', '+49 (0)30 / 123456', '0049 30 123456']],
  ['AE', '+971501234567', ['050 123 4567', '+٩٧١ ٥٠ ١٢٣ ٤٥٦٧']],
  ['RU', '+79123456789', ['8 (912) 345-67-89', '+7 912 345 67 89']],
])('%s: every spelling of %s is the same number', (country, expected, spellings) => {
  for (const spelling of spellings) expect(normalisePhone(spelling, country), spelling).toBe(expected);
});

test('a plus says the country, whatever the default', () => {
  expect(normalisePhone('+44 7911 123456')).toBe('+447911123456');
  expect(normalisePhone('00 44 7911 123456')).toBe('+447911123456');
  expect(normalisePhone('+1 202 555 0142', 'FR')).toBe('+12025550142');
});

test.each([
  '',
  ' ',
  '1234567890',
  '5555555555',
  '+999 1234567890',
  '202 555',
  'call 2025550142 now',
  '+',
  '00',
  'ﷺ',
])('%j is nobody’s number', (text) => {
  expect(normalisePhone(text)).toBeNull();
});

test('text that is much too long is refused quickly', () => {
  expect(normalisePhone('1'.repeat(100_000))).toBeNull();
  expect(normalisePhone(`00${' '.repeat(100_000)}`)).toBeNull();
});

test.each<[string, string]>([
  ['+12025550142', '+1 ••• ••• 0142'],
  ['(202) 555-0142 ext. 99', '+1 ••• ••• 0142'],
  ['+447911123456', '+44 •••• ••3456'],
  ['+819012345678', '+81 •• •••• 5678'],
  ['+3545812345', '+354 ••• •345'],
  ['+6834002', '+683 ••02'],
  ['5555555555', '••••••5555'],
  ['12', '•2'],
  ['n/a', 'n/a'],
  ['', ''],
])('SEC-1 %s is shown as %s', (number, shown) => {
  expect(maskPhone(number)).toBe(shown);
});
