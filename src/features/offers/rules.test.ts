import { expect, test } from 'vitest';
import { offerState, topPercent } from './rules.ts';

test('PI-3 rank 1 of 100 or more entries is the top 1%', () => {
  expect(topPercent(1, 100)).toBe(1);
  expect(topPercent(1, 3701)).toBe(1);
  expect(topPercent(1, 99)).toBe(2);
  expect(topPercent(1, 1)).toBe(100);
  expect(topPercent(7, 200)).toBe(4);
});

test('PI-5 an offer is live only in time and with a spot', () => {
  const now = new Date('2026-01-01T00:00:00Z');
  const later = new Date('2026-01-01T00:00:01Z');
  const facts = { now, expiresAt: later, spotsLeft: 1, ownSpot: 'none', entered: false } as const;
  expect(offerState(facts)).toBe('live');
  expect(offerState({ ...facts, expiresAt: now })).toBe('expired');
  expect(offerState({ ...facts, spotsLeft: 0 })).toBe('sold_out');
  expect(offerState({ ...facts, spotsLeft: 0, ownSpot: 'paying' })).toBe('live');
  expect(offerState({ ...facts, ownSpot: 'taken' })).toBe('used');
  expect(offerState({ ...facts, ownSpot: 'taken', entered: true })).toBe('entered');
});
