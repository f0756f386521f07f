import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartError } from '../errors.ts';
import { identifyProcess } from '../process-identity.ts';
import { takeAppLock } from './app-lock.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'soundcheck-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function leaveLock(holder: unknown): Promise<void> {
  await writeFile(join(folder, 'app.lock'), typeof holder === 'string' ? holder : JSON.stringify(holder));
}

test('of many takers one gets it, the others are refused by name', async () => {
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => takeAppLock(folder)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const result of results.filter(({ status }) => status === 'rejected'))
    expect((result as PromiseRejectedResult).reason).toBeInstanceOf(StartError);
  expect(await readdir(folder)).toEqual(['app.lock']);
});

test('a released lock can be taken again', async () => {
  await (await takeAppLock(folder)).release();
  expect(await readdir(folder)).toEqual([]);
  await (await takeAppLock(folder)).release();
});

test('the lock of a dead process, and one that is no lock at all, are taken over', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  const dead = { pid: child.pid, identity: identifyProcess(child.pid!) };
  await leaveLock(dead);
  await expect(takeAppLock(folder)).rejects.toThrow(`(process ${child.pid})`);
  child.kill('SIGKILL');
  await once(child, 'exit');
  for (const left of [dead, '', '{"pid":', '[]']) {
    await leaveLock(left);
    await (await takeAppLock(folder)).release();
  }
});

test('a living process that merely got the id of the old holder does not keep the lock', async () => {
  await leaveLock({ pid: process.pid, identity: 'another-boot:123' });
  const lock = await takeAppLock(folder);
  expect(JSON.parse(await readFile(join(folder, 'app.lock'), 'utf8')).identity).toBe(
    identifyProcess(process.pid),
  );
  await lock.release();
});
