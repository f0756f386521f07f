import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, inject, test } from 'vitest';
import { startThread, takeThreadsFrom } from './thread.ts';

const BUILT = pathToFileURL(`${inject('serverFolder')}/`);
afterAll(() => takeThreadsFrom(BUILT));

test.each([
  ['its source', undefined],
  ['the build', BUILT],
])('a thread starts from %s, with its data, and answers', async (_, folder) => {
  takeThreadsFrom(folder);
  const thread = startThread('echo', { from: 'test' });
  thread.postMessage('hello');
  const [answer] = await once(thread, 'message');
  expect(answer).toEqual({ workerData: { from: 'test' }, message: 'hello', known: true });
  await thread.terminate();
});

test('a thread nobody wrote is refused by name', () => {
  takeThreadsFrom(undefined);
  expect(() => startThread('no-such')).toThrow('no-such.thread.ts');
});
