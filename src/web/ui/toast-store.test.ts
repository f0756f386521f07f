import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismissToast, readToasts, reduceToasts, type Toast, toast } from './toast-store.ts';

const shown = (id: string): Toast => ({ id, open: true, title: `toast ${id}` });

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

test('SH-6 at most one toast at a time', () => {
  let toasts = reduceToasts([], { type: 'add', toast: shown('1') });
  toasts = reduceToasts(toasts, { type: 'add', toast: shown('2') });
  expect(toasts.map(({ id }) => id)).toEqual(['2']);
});

test('SH-8 a newer toast replaces the one shown at once', () => {
  toast({ title: 'first' });
  toast({ title: 'second', variant: 'destructive' });
  expect(readToasts()).toMatchObject([{ title: 'second', variant: 'destructive', open: true }]);
  dismissToast();
});

test('SH-8 a dismissed toast closes now and leaves the state 1,000,000 ms later', () => {
  const { id, dismiss } = toast({ title: 'bye' });
  dismiss();
  expect(readToasts()).toMatchObject([{ id, open: false }]);
  vi.advanceTimersByTime(999_999);
  expect(readToasts()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(readToasts()).toHaveLength(0);
});

test('a toast can change while it is shown, and others stay', () => {
  const toasts = [shown('1')];
  expect(reduceToasts(toasts, { type: 'update', id: '1', change: { title: 'new' } })[0].title).toBe('new');
  expect(reduceToasts(toasts, { type: 'update', id: '9', change: { title: 'new' } })).toEqual(toasts);
  expect(reduceToasts(toasts, { type: 'dismiss', id: '9' })).toEqual(toasts);
  expect(reduceToasts(toasts, { type: 'remove', id: '9' })).toEqual(toasts);
  expect(reduceToasts(toasts, { type: 'remove' })).toEqual([]);
});
