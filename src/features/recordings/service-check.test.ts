// What an upload costs: the event loop goes on while a hostile file is looked at.
import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { makeSong } from '#app/test-app.ts';
import { checkInThread } from './service-check.ts';

const HOSTILE = async () => new Uint8Array(10_000_000).fill(0xff);

test('LK-2 ten megabytes of 0xFF are refused, and the main thread does next to nothing for it', async () => {
  const before = performance.eventLoopUtilization();
  const began = performance.now();
  const checked = await checkInThread(HOSTILE);
  const took = performance.now() - began;
  const { active } = performance.eventLoopUtilization(before);
  expect(checked).toMatchObject({ ok: false, reason: 'not-mpeg-audio' });
  // A share of what it took, not a time: the rest was waiting for the thread.
  expect(active / took).toBeLessThan(0.5);
});

test('a file over its time is refused, and the next one is looked at by a new thread', async () => {
  await expect(checkInThread(HOSTILE, 1)).rejects.toMatchObject({ code: 'not_audio' });
  expect(await checkInThread(() => makeSong(2))).toMatchObject({ ok: true });
});

test('files wait for their turn, and too many are sent away', async () => {
  const song = await makeSong(2);
  const answers = await Promise.allSettled(
    Array.from({ length: 110 }, () => checkInThread(async () => song)),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
  expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'unavailable' },
  });
});
