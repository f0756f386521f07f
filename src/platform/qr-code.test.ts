// QR codes. That other readers read them was tried with jsQR 1.4.0 on texts of every length up to 213 bytes; the pictures it
// read are held here by their digests (PT-3).
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { drawQr, encodeQr } from './qr-code.ts';

const digest = (text: string) => {
  const rows = encodeQr(text).map((row) => row.map(Number).join(''));
  return [rows.length, createHash('sha256').update(rows.join('\n')).digest('hex').slice(0, 16)];
};

test('PT-3 an address is the code that a reader has read', () => {
  expect(digest('HELLO')).toEqual([21, '71bc9ab3ffcaa0d2']);
  expect(digest('https://contest.example/artist-vote/7')).toEqual([29, '20711ef1042e2cdf']);
  expect(digest(`https://contest.example/artist-vote/7?${'y'.repeat(150)}`)).toEqual([
    57,
    '1c45592f4b468815',
  ]);
});

test('PT-3 what does not fit is refused, and what fits is drawn as it is', () => {
  expect(encodeQr('x'.repeat(213))).toHaveLength(57);
  expect(() => encodeQr('x'.repeat(214))).toThrow(RangeError);
  const code = encodeQr('HELLO');
  expect(drawQr(code).match(/M/g)).toHaveLength(code.flat().filter(Boolean).length);
});
