// What every adapter of the delivery port keeps to.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFolderDelivery } from './embedded.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'soundcheck-delivery-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const BATCH = '20261116020000000';
const file = (path: string, text: string) => ({
  path,
  async *open() {
    yield Buffer.from(text);
  },
});

test('RL-4 a batch is there whole or not at all, is replaced, and can be taken back once', async () => {
  const delivery = openFolderDelivery(folder);
  const failing = {
    path: 'b.wav',
    // biome-ignore lint/correctness/useYield: it breaks before there is anything
    async *open(): AsyncGenerator<Uint8Array> {
      throw new Error('the store is gone');
    },
  };
  await expect(delivery.deliver(BATCH, [file('a.xml', 'one'), failing])).rejects.toThrow('the store is gone');
  expect(await delivery.withdraw(BATCH)).toBe(false);
  await delivery.deliver(BATCH, [file('1/a.xml', 'one'), file('done.xml', '')]);
  await delivery.deliver(BATCH, [file('1/a.xml', 'two'), file('done.xml', '')]);
  expect(await readdir(join(folder, BATCH))).toEqual(['1', 'done.xml']);
  expect(await readFile(join(folder, BATCH, '1/a.xml'), 'utf8')).toBe('two');
  expect([await delivery.withdraw(BATCH), await delivery.withdraw(BATCH)]).toEqual([true, false]);
  expect(await readdir(folder)).toEqual([]);
});

test('RL-4 nothing is written outside of the folder', async () => {
  const delivery = openFolderDelivery(folder);
  for (const path of ['../a.xml', '/a.xml', 'a/../../b.xml', ''])
    await expect(delivery.deliver(BATCH, [file(path, 'x')])).rejects.toThrow('not a path');
  await expect(delivery.deliver('../up', [])).rejects.toThrow('not the name');
});
