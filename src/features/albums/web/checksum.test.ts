/** The browser's checksum against Node's. */
import { randomBytes } from 'node:crypto';
import { crc32 as expected } from 'node:zlib';
import { expect, test } from 'vitest';
import { crc32 } from './checksum.ts';

test('the checksum is CRC-32, of nothing and of much', () => {
  for (const size of [0, 1, 9, 4096, 100_003]) {
    const bytes = randomBytes(size);
    expect(crc32(bytes), `${size} bytes`).toBe(expected(bytes));
  }
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf4_3926);
});
