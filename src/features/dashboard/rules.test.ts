/** Bands, the address of a view, and the window over a long list. */
import { expect, test } from 'vitest';
import { flipOrder, readDashboardView, scoreBand, visibleRange, writeDashboardView } from './rules.ts';

test('SD-5 score bands 95, 90, 85, 80, below', () => {
  expect([100, 95, 94, 90, 89, 85, 84, 80, 79, 0].map(scoreBand)).toEqual([
    '95',
    '95',
    '90',
    '90',
    '85',
    '85',
    '80',
    '80',
    'below',
    'below',
  ]);
});

test('SD-2 the address keeps the view, says nothing usual, and nonsense is left out', () => {
  const usual = readDashboardView({});
  expect(usual).toEqual({
    tab: 'submissions',
    search: '',
    status: 'all',
    sort: 'date',
    direction: 'desc',
    who: '',
    finished: false,
  });
  expect(Object.values(writeDashboardView(usual)).filter(Boolean)).toEqual([]);
  const view = {
    tab: 'payments',
    search: 'mina',
    status: 'failed',
    sort: 'amount',
    direction: 'asc',
    who: 'ada',
    finished: true,
  } as const;
  expect(readDashboardView(writeDashboardView(view))).toEqual(view);
  expect(readDashboardView({ tab: 'x', status: ['failed', 'all'], sort: '1' })).toMatchObject({
    tab: 'submissions',
    status: 'failed',
    sort: 'date',
  });
});

test('each tab is sorted by its own, the usual first and its usual way; a header pressed again turns it round', () => {
  expect(readDashboardView({ tab: 'orders', sort: 'score' })).toMatchObject({
    sort: 'due',
    direction: 'asc',
  });
  expect(readDashboardView({ tab: 'invited', sort: 'status' })).toMatchObject({ direction: 'asc' });
  expect(writeDashboardView(readDashboardView({ tab: 'orders' }))).toEqual({ tab: 'orders' });
  const turned = flipOrder(readDashboardView({ tab: 'orders' }), 'due');
  expect(turned).toEqual({ sort: 'due', direction: 'desc' });
  expect(flipOrder(turned, 'placed')).toEqual({ sort: 'placed', direction: 'desc' });
  const view = { ...readDashboardView({ tab: 'orders' }), ...turned };
  expect(readDashboardView(writeDashboardView(view))).toEqual(view);
});

test('only rows in sight are drawn, wherever the list is', () => {
  expect(visibleRange(0, 560, 56, 100_000)).toEqual({ from: 0, to: 18 });
  expect(visibleRange(56 * 5000, 560, 56, 100_000)).toEqual({ from: 4992, to: 5018 });
  expect(visibleRange(56 * 100_000, 560, 56, 100_000).to).toBe(100_000);
  expect(visibleRange(9999, 560, 56, 0)).toEqual({ from: 0, to: 0 });
});
