/** The address of a staff list. */
import { expect, test } from 'vitest';
import { flipOrder, readView, writeView } from './view.ts';

const TRACKS = { sort: ['date', 'score'], status: ['all', 'failed'] } as const;
const ORDERS = { sort: ['due', 'placed'], finished: ['no', 'yes'] } as const;

test('SD-2 the address keeps the view, says nothing usual, and nonsense is left out', () => {
  const usual = readView({}, TRACKS);
  expect(usual).toEqual({ search: '', who: '', status: 'all', sort: 'date', direction: 'desc' });
  expect(Object.values(writeView(usual, TRACKS)).filter(Boolean)).toEqual([]);
  const view = { search: 'mina', who: 'ada', status: 'failed', sort: 'score', direction: 'asc' } as const;
  expect(readView(writeView(view, TRACKS), TRACKS)).toEqual(view);
  expect(readView({ status: ['failed', 'all'], sort: '1', direction: 'up' }, TRACKS)).toEqual({
    ...usual,
    status: 'failed',
  });
  expect(readView({ search: 'x'.repeat(300) }, TRACKS).search).toHaveLength(255);
  expect(writeView({ ...usual, search: ' ' }, TRACKS).search).toBeUndefined();
});

test('each list is sorted by its own, the usual first and its usual way; a header pressed again turns it round', () => {
  const usual = readView({ sort: 'score' }, ORDERS);
  expect(usual).toMatchObject({ sort: 'due', direction: 'asc', finished: 'no' });
  expect(readView({ sort: 'status' }, { sort: ['date', 'status'] })).toMatchObject({ direction: 'asc' });
  expect(writeView(usual, ORDERS)).toEqual({});
  const turned = flipOrder(usual, 'due');
  expect(turned).toEqual({ sort: 'due', direction: 'desc' });
  expect(flipOrder(turned, 'placed')).toEqual({ sort: 'placed', direction: 'desc' });
  const view = { ...usual, ...turned, finished: 'yes' } as const;
  expect(writeView(view, ORDERS)).toMatchObject({ direction: 'desc', finished: 'yes' });
  expect(readView(writeView(view, ORDERS), ORDERS)).toEqual(view);
});
