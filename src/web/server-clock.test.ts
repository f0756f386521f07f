import { expect, test, vi } from 'vitest';
import { createServerClock, secondsLeft } from './server-clock.ts';

test('HON-2 a countdown follows the server, whatever the clock of the machine says', () => {
  let passed = 5000;
  const clock = createServerClock('2027-03-01T12:00:00Z', () => passed);
  const deadline = '2027-03-01T12:08:00Z';
  expect(secondsLeft(deadline, clock)).toBe(480);
  passed += 18_000;
  vi.setSystemTime(new Date('1999-01-01T00:00:00Z'));
  expect(secondsLeft(deadline, clock)).toBe(462);
  vi.useRealTimers();
});

test('a second shows until it is over, and nothing goes below zero', () => {
  let passed = 0;
  const clock = createServerClock(0, () => passed);
  passed = 999;
  expect(secondsLeft(1000, clock)).toBe(1);
  passed = 1000;
  expect(secondsLeft(1000, clock)).toBe(0);
  passed = 90_000;
  expect(secondsLeft(1000, clock)).toBe(0);
});
