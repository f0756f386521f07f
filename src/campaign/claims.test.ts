/** HON-1: a claim with a basis stands, one without is tagged in a demo and absent everywhere else. */
import { expect, test } from 'vitest';
import { judgeClaim, showableClaims } from './claims.ts';

const DEMO = { demo: true };
const LIVE = { demo: false };

test('HON-1 a claim with a basis stands in any campaign', () => {
  const claim = { basis: 'Counted on 1 May from the orders table.' };
  expect(judgeClaim(DEMO, claim)).toBe('stated');
  expect(judgeClaim(LIVE, claim)).toBe('stated');
});

test('HON-1 a claim without a basis is a sample in a demo and not rendered elsewhere', () => {
  for (const basis of [null, '', '   ']) {
    expect(judgeClaim(DEMO, { basis })).toBe('sample');
    expect(judgeClaim(LIVE, { basis })).toBe('hidden');
  }
});

test('HON-1 a live page lists only what it can prove, in the order of the file', () => {
  const claims = [
    { text: 'a', basis: null },
    { text: 'b', basis: 'known' },
    { text: 'c', basis: null },
    { text: 'd', basis: 'known too' },
  ];
  expect(showableClaims(LIVE, claims).map(({ text }) => text)).toEqual(['b', 'd']);
  expect(showableClaims(DEMO, claims).map(({ text }) => text)).toEqual(['a', 'b', 'c', 'd']);
});
