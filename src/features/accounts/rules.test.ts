/** How long a failed sign-in waits, and what an old secret means. */
import { expect, test } from 'vitest';
import { classifySecret, waitAfter } from './rules.ts';

test('AD-2 the wait begins after a few failures, doubles, and ends somewhere', () => {
  expect([1, 4, 5, 6, 7, 30].map((failures) => waitAfter(failures, 'account'))).toEqual([
    0, 0, 2000, 4000, 8000, 300_000,
  ]);
  expect([7, 8, 40].map((failures) => waitAfter(failures, 'address'))).toEqual([0, 2000, 900_000]);
});

test('AD-2 an exchanged secret is good for requests under way and for a lost answer, and for nothing else', () => {
  const rotatedAt = new Date(0);
  const at = (minutes: number) => new Date(minutes * 60_000);
  expect(classifySecret(true, { rotatedAt, secretSeen: true }, at(14))).toBe('current');
  expect(classifySecret(true, { rotatedAt, secretSeen: true }, at(15))).toBe('rotate');
  expect(classifySecret(false, { rotatedAt, secretSeen: true }, at(1))).toBe('late');
  expect(classifySecret(false, { rotatedAt, secretSeen: false }, at(1))).toBe('late');
  expect(classifySecret(false, { rotatedAt, secretSeen: false }, at(2))).toBe('lost-answer');
  expect(classifySecret(false, { rotatedAt, secretSeen: true }, at(2))).toBe('replayed');
});
