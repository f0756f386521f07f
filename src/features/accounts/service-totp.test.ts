/** Codes by the clock against the vectors of RFC 6238, appendix B, and secrets against RFC 4648. */
import { expect, test } from 'vitest';
import { codeAt, matchCode, spellSecret } from './service-totp.ts';

const SECRET = Buffer.from('12345678901234567890');

test('LK-1 codes are those of the standard', () => {
  const vectors: [number, string][] = [
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ];
  for (const [seconds, code] of vectors) expect(codeAt(SECRET, Math.floor(seconds / 30), 8)).toBe(code);
  expect(spellSecret(Buffer.from('foobar'))).toBe('MZXW6YTBOI');
  expect(spellSecret(SECRET)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
});

test('LK-1 a code is good for its half minute and one either side', () => {
  const at = (seconds: number) => new Date(seconds * 1000);
  const code = codeAt(SECRET, 100);
  expect([70, 99, 100, 101, 130].map((step) => matchCode(SECRET, code, at(step * 30)))).toEqual([
    null,
    100,
    100,
    100,
    null,
  ]);
  expect(matchCode(SECRET, `${code}0`, at(3000))).toBeNull();
});
