// What a vote does, before and after it, in words.
import { expect, test } from 'vitest';
import type { RankSimulation } from './contract.ts';
import { describeEffect, sayMoment, sayNextGoal, sayNumber, sayWait } from './rules-effect.ts';

const rank = (currentRank: number, withOne: number, voteCount = 10): RankSimulation => ({
  currentRank,
  withOne,
  voteCount,
  totalRanked: 20,
  simulations: [],
  votesToFirst: 9,
});
const above = (voteCount: number, apart: number) => ({
  above: { id: 1, trackTitle: 'Above', voteCount, apart },
  below: null,
});

test('PT-1 the effect of one vote: a tie broken, places gained, or how far it still is', () => {
  expect(describeEffect(rank(7, 6), above(10, 1))).toEqual({ from: 7, to: 6, text: 'Breaks the tie for #6' });
  expect(describeEffect(rank(7, 4), above(10, 1)).text).toBe('Lifts it to #4');
  expect(describeEffect(rank(7, 6), above(11, 1)).text).toBe('Lifts it to #6');
  expect(describeEffect(rank(7, 7), above(12, 3)).text).toBe('3 votes from #6');
  expect(describeEffect(rank(7, 7), undefined).text).toBe('One closer');
  expect(describeEffect(rank(1, 1), { above: null, below: null }).text).toBe('Keeps it at number one');
  expect(describeEffect(rank(1, 1, 0), undefined).text).toBe('Be the first');
});

test('PT-2 the headline after a vote says what happened, and nothing that did not', () => {
  const cast = (votes: number, was: number | null, tied = false) =>
    ({ votes, state: 'counted', before: { rank: was, tied } }) as const;
  expect(sayMoment(cast(1, 7, true), 6)).toBe('You broke the tie.');
  expect(sayMoment(cast(1, 7), 6)).toBe('One place up.');
  expect(sayMoment(cast(250, 7, true), 6)).toBe('One place up.');
  expect(sayMoment(cast(40, 7), 3)).toBe('4 places up.');
  expect(sayMoment(cast(1, 7), 7)).toBe('One closer.');
  expect(sayMoment(cast(1, 7), 8)).toBe('One closer.');
  expect(sayMoment(cast(15, 7), 7)).toBe('15 votes closer.');
  expect(sayMoment(cast(1, 2), 1)).toBe('Number one.');
  expect(sayMoment(cast(1, 1), 1)).toBe('Still number one.');
  expect(sayMoment(cast(1, null), null)).toBe('One closer.');
  expect(sayMoment({ ...cast(1, 7), state: 'held' }, 6)).toBe('Being checked.');
  expect(sayMoment({ ...cast(1, 7), state: 'waiting' }, 6)).toBe('One step left.');
  expect(sayNextGoal(rank(6, 6), above(18, 8))).toBe('8 votes to #5.');
  expect(sayNextGoal(rank(6, 6), above(10, 1))).toBe('1 vote to #5.');
});

test('the next free vote comes with the campaign’s day, wherever the fan is', () => {
  const now = new Date('2027-06-03T17:10:00Z');
  expect(sayWait(now, 'UTC')).toContain('ready in 7 h');
  expect(sayWait(now, 'America/New_York')).toContain('ready in 11 h');
  expect(sayWait(new Date('2027-06-03T23:40:00Z'), 'UTC')).toContain('ready in 20 min');
});

test('large numbers have a comma every three digits', () => {
  expect([0, 999, 3701, 12_345_678].map(sayNumber)).toEqual(['0', '999', '3,701', '12,345,678']);
});
