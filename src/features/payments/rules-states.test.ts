import { expect, test } from 'vitest';
import { advance, type DisputeState, keptCents, type PaymentState, type Standing } from './rules-states.ts';

const STATES: PaymentState[] = [
  'creating',
  'requires_payment_method',
  'requires_action',
  'processing',
  'succeeded',
  'canceled',
];
const DISPUTES: DisputeState[] = ['none', 'open', 'won', 'lost'];
const standing = (given: Partial<Standing>): Standing => ({
  state: 'processing',
  refunded: 0,
  dispute: 'none',
  ...given,
});

test('money taken stays taken, whatever is heard later', () => {
  for (const state of STATES) {
    expect(advance(standing({ state: 'succeeded' }), standing({ state })).state).toBe('succeeded');
    expect(advance(standing({ state }), standing({ state: 'succeeded' })).state).toBe('succeeded');
  }
  expect(advance(standing({ state: 'canceled' }), standing({ state: 'processing' })).state).toBe('canceled');
});

test('hearing something twice or in another order ends the same', () => {
  const heard = [
    standing({ state: 'processing' }),
    standing({ state: 'succeeded' }),
    standing({ state: 'succeeded', refunded: 500 }),
    standing({ state: 'succeeded', refunded: 500, dispute: 'open' }),
    standing({ state: 'succeeded', refunded: 500, dispute: 'lost' }),
  ];
  const inOrder = heard.reduce(advance);
  const backwards = [...heard].reverse().reduce(advance);
  const doubled = [...heard, ...heard].reduce(advance);
  expect(inOrder).toEqual({ state: 'succeeded', refunded: 500, dispute: 'lost' });
  expect(backwards).toEqual(inOrder);
  expect(doubled).toEqual(inOrder);
});

test('a dispute only moves on', () => {
  for (const said of DISPUTES) {
    expect(advance(standing({ dispute: 'lost' }), standing({ dispute: said })).dispute).toBe('lost');
    expect(advance(standing({ dispute: 'none' }), standing({ dispute: said })).dispute).toBe(said);
  }
});

test('what is kept: nothing unpaid, nothing lost, the rest after refunds', () => {
  const kept = (given: Partial<Standing>) => keptCents({ amount: 2999, ...standing(given) });
  expect(kept({})).toBe(0);
  expect(kept({ state: 'succeeded' })).toBe(2999);
  expect(kept({ state: 'succeeded', refunded: 1000 })).toBe(1999);
  expect(kept({ state: 'succeeded', refunded: 1000, dispute: 'lost' })).toBe(0);
});
