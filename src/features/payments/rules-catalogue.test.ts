import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Campaign } from '#campaign/document.ts';
import { formatCents, PRODUCT_IDS, readCents, readIntentRequest } from './rules-catalogue.ts';

const { prices } = JSON.parse(
  readFileSync(new URL('../../../campaigns/demo.json', import.meta.url), 'utf8'),
) as Campaign;

test('PA-8 amounts are read in the unit their call sends them in, to the cent', () => {
  for (const [dollars, cents] of [
    [19.99, 1999],
    [24.99, 2499],
    [18.99, 1899],
    [12.99, 1299],
    [29.99, 2999],
    [0.29, 29],
    [1.15, 115],
  ])
    expect(readCents(dollars, 'dollars')).toBe(cents);
  expect(readCents(1999, 'cents')).toBe(1999);
  for (const wrong of [19.99, 0, -1999, Number.NaN, Number.POSITIVE_INFINITY, 1999.5])
    expect(readCents(wrong, 'cents')).toBeNull();
  expect(readCents(19.999, 'dollars')).toBeNull();
});

test('PA-7 PA-11 a call that does not name its product means what the briefs say', () => {
  const read = (request: object) => readIntentRequest(prices, request);
  expect(read({ submissionId: 1 })).toEqual({ product: 'tourEntry' });
  expect(read({ submissionId: 1, amount: 1999 })).toEqual({ product: 'distribution' });
  expect(read({ amount: 24.99 })).toEqual({ product: 'albumSubmission' });
  expect(read({ amount: 12.99 })).toEqual({ product: 'albumPublication' });
  for (const wrong of [
    {},
    { albumId: 4 },
    { amount: 1299 },
    { amount: 2499 },
    { submissionId: 1, amount: 19.99 },
    { submissionId: 1, amount: 2998 },
    { submissionId: 1, amount: 4999 },
    { product: 'albumWinner', amount: 24.99 },
  ])
    expect(read(wrong), JSON.stringify(wrong)).toHaveProperty('refused');
});

test('a named product takes its own price, either way', () => {
  for (const product of PRODUCT_IDS) {
    const cents = prices[product];
    for (const amount of [undefined, cents, cents / 100])
      expect(readIntentRequest(prices, { product, amount })).toEqual({ product });
    expect(readIntentRequest(prices, { product, amount: cents + 1 })).toHaveProperty('refused');
  }
});

test('cents are written as money', () => {
  expect([0, 5, 1999, 100000, -150].map(formatCents)).toEqual([
    '$0.00',
    '$0.05',
    '$19.99',
    '$1,000.00',
    '-$1.50',
  ]);
});
