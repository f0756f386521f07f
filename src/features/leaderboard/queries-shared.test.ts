import { expect, test } from 'vitest';
import { shareReads } from './queries-shared.ts';

/** A read that ends when told to, with what was true when it began. */
function createStore() {
  let value = 0;
  let reads = 0;
  const open: (() => void)[] = [];
  const read = () => {
    reads += 1;
    const seen = value;
    return new Promise<number>((resolve) => open.push(() => resolve(seen)));
  };
  return {
    read,
    write: () => {
      value += 1;
    },
    finish: async () => {
      open.shift()!();
      await new Promise((resolve) => setImmediate(resolve));
    },
    count: () => reads,
  };
}

test('a hundred who ask while a read runs share the next one, and see what was written before they asked', async () => {
  const store = createStore();
  const share = shareReads<number>();
  const first = share('page 1', store.read);
  store.write();
  const others = Array.from({ length: 100 }, () => share('page 1', store.read));
  expect(store.count()).toBe(1);
  await store.finish();
  expect(store.count()).toBe(2);
  // The second read has begun: whoever asks now waits for a third.
  store.write();
  const last = share('page 1', store.read);
  await store.finish();
  await store.finish();
  expect(await first).toBe(0);
  expect(new Set(await Promise.all(others))).toEqual(new Set([1]));
  expect(await last).toBe(2);
  expect(store.count()).toBe(3);
});

test('other questions do not wait, and a read that fails is not the next one’s failure', async () => {
  const store = createStore();
  const share = shareReads<number>();
  const failing = share('a', () => Promise.reject(new Error('gone')));
  const next = share('a', store.read);
  const other = share('b', store.read);
  expect(store.count()).toBe(1);
  await expect(failing).rejects.toThrow('gone');
  await new Promise((resolve) => setImmediate(resolve));
  await store.finish();
  await store.finish();
  expect(await Promise.all([next, other])).toEqual([0, 0]);
  const again = share('a', store.read);
  await store.finish();
  expect(await again).toBe(0);
});
