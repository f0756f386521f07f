// Orders have a promise of days: what is left of it, and that it is over.
import { expect, test } from 'vitest';
import { sayDue } from './format-due.ts';

const now = Date.parse('2026-01-10T12:00:00Z');
test.each([
  ['2026-02-09T12:00:00Z', '30 days left', false],
  ['2026-01-11T12:00:00Z', 'due within a day', false],
  ['2026-01-10T11:00:00Z', 'late since today', true],
  ['2026-01-09T11:00:00Z', '1 day late', true],
  ['2026-01-01T12:00:00Z', '9 days late', true],
])('an order due at %s: %s', (dueAt, words, late) => {
  expect(sayDue(dueAt, now)).toEqual({ words, late });
});
