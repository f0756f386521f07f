// ISRC and barcode numbers, against published ones.
import { expect, test } from 'vitest';
import { checkDigitOf, normaliseEan, normaliseIsrc, refuseEan, refuseIsrc } from './rules-codes.ts';
import { type CoverLook, refuseCover } from './rules-cover.ts';

test('RL-2 an ISRC is taken with and without hyphens, and a wrong one is explained', () => {
  for (const good of ['USRC17607839', 'us-rc1-76-07839', 'GB AYE 67 00001'])
    expect(refuseIsrc(good), good).toBeNull();
  expect(normaliseIsrc('us-rc1-76-07839')).toBe('USRC17607839');
  expect(refuseIsrc('USRC1760783')).toContain('This one has 11');
  expect(refuseIsrc('U1RC17607839')).toContain('two letters');
  expect(refuseIsrc('USRC1760783O')).toContain('seven digits');
  expect(refuseIsrc('')).toContain('needs an ISRC');
});

test('RL-2 the last digit of a UPC or EAN is checked, and any single wrong digit is found', () => {
  for (const good of ['036000291452', '4006381333931', '0036000291452', '9 780201 379624'])
    expect(refuseEan(good), good).toBeNull();
  expect(checkDigitOf('03600029145')).toBe(2);
  expect(refuseEan('036000291453')).toBe(
    'The last digit checks the others: after 03600029145 it is 2, not 3. Please compare the number.',
  );
  const right = '4006381333931';
  for (let at = 0; at < 13; at++)
    for (let by = 1; by < 10; by++) {
      const wrong = right.slice(0, at) + ((Number(right[at]) + by) % 10) + right.slice(at + 1);
      expect(refuseEan(wrong), wrong).not.toBeNull();
    }
  expect(refuseEan('12345')).toContain('This number has 5');
  expect(refuseEan('03600029145X')).toContain('digits alone');
  expect(refuseEan('000000000000')).toContain('not all zeros');
  expect(normaliseEan('036000291452')).toBe(normaliseEan('0 036000 291452'));
});

test('RL-2 a cover is square, 3000 to 6000 pixels, RGB, opaque and without a border', () => {
  const good: CoverLook = {
    format: 'jpeg',
    width: 3000,
    height: 3000,
    space: 'srgb',
    hasAlpha: false,
    border: 0,
  };
  expect(refuseCover(good)).toBeNull();
  const wrong: [Partial<CoverLook>, string][] = [
    [{ format: 'webp' }, 'JPEG or PNG'],
    [{ height: 2999 }, '3000 × 2999'],
    [{ width: 1400, height: 1400 }, 'This one has 1400'],
    [{ width: 6001, height: 6001 }, 'at most 6000 pixels on each side. This one has 6001'],
    [{ space: 'cmyk' }, 'CMYK'],
    [{ space: 'b-w' }, 'in RGB'],
    [{ hasAlpha: true }, 'transparent'],
    [{ border: 0.08 }, 'border of 8%'],
  ];
  for (const [change, words] of wrong) expect(refuseCover({ ...good, ...change })).toContain(words);
  expect(refuseCover(null)).toContain('Add a cover');
});
