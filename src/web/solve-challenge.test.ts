import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { solve } from './solve-challenge.ts';

test('LK-5 what is found is a SHA-256 with so many zero bits, however long the token is', () => {
  for (const length of [0, 7, 50, 55, 63, 64, 107, 119, 128, 200]) {
    const token = 'x'.repeat(length);
    const answer = solve({ kind: 'work', token, bits: 10 });
    expect(answer).toMatch(new RegExp(`^${token}\\.\\d+$`));
    const digest = createHash('sha256').update(answer).digest();
    expect(digest.readUInt32BE(0) >>> 22, `${length}`).toBe(0);
    // The first such number: a wrong hash would find others.
    const before = Number(answer.slice(token.length + 1));
    for (let number = 0; number < before; number++)
      expect(createHash('sha256').update(`${token}.${number}`).digest().readUInt32BE(0) >>> 22).not.toBe(0);
  }
});
