import { once } from 'node:events';
import { expect, test } from 'vitest';
import { startThread } from './thread.ts';

test('a thread starts from its source, with its data, and answers', async () => {
  const thread = startThread('echo', { from: 'test' });
  thread.postMessage('hello');
  const [answer] = await once(thread, 'message');
  expect(answer).toEqual({ workerData: { from: 'test' }, message: 'hello', known: true });
  await thread.terminate();
});

test('a thread nobody wrote is refused by name', () => {
  expect(() => startThread('no-such')).toThrow('no-such.thread.ts');
});
