import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { closeRun, openRun } from './leftovers.mjs';

const WAIT = ['-e', 'setInterval(() => {}, 1000); console.log("up")'];

/** Its parent has ended: it belongs to nobody. */
async function startOrphan(options: object, ...words: string[]): Promise<void> {
  const program = `require('node:child_process').spawn(process.execPath, ${JSON.stringify([...WAIT, ...words])},
    { ...${JSON.stringify(options)}, detached: true, stdio: ['ignore', 'inherit', 'ignore'] }).unref();`;
  const parent = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(parent.stdout, 'data');
}

test.runIf(process.platform === 'linux')(
  'a process left behind is named and ended, by whichever sign',
  async () => {
    const run = openRun();
    await startOrphan({ env: run.env });
    await startOrphan({ env: {} }, `${run.folder}/data`);
    await startOrphan({ env: {}, cwd: run.folder });
    const other = spawn(process.execPath, WAIT, { env: { SOUNDCHECK_TEST_RUN: 'another' }, stdio: 'ignore' });
    try {
      expect(await closeRun(run, 0)).toEqual(
        Array(3).fill(expect.stringMatching(/process \d+ was left behind: .*node/)),
      );
      expect(await closeRun(run)).toEqual([]);
      expect(other.exitCode ?? other.signalCode).toBeNull();
    } finally {
      other.kill('SIGKILL');
    }
  },
);

test.runIf(process.platform === 'linux')('a run that was killed is tidied up by the next', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'sc-runs-'));
  const open = `import('${new URL('./leftovers.mjs', import.meta.url)}').then(({ openRun }) => {
    const { folder, env } = openRun(${JSON.stringify(parent)});
    const left = require('node:child_process').spawn(process.execPath, ${JSON.stringify(WAIT)}, { env, detached: true, stdio: 'ignore' });
    console.log(JSON.stringify({ folder, pid: left.pid }));
    setInterval(() => {}, 1000);
  })`;
  const killed = spawn(process.execPath, ['-e', open], { stdio: ['ignore', 'pipe', 'inherit'] });
  const { folder, pid } = JSON.parse(String((await once(killed.stdout, 'data'))[0]));
  const ours = openRun(parent);
  expect(existsSync(folder)).toBe(true);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const next = openRun(parent);
  expect([folder, ours.folder, next.folder].map(existsSync)).toEqual([false, true, true]);
  await expect.poll(() => existsSync(`/proc/${pid}/exe`)).toBe(false);
  await rm(parent, { recursive: true });
});

test('one that ends in time is none of our business; the folder goes', async () => {
  const run = openRun();
  spawn(process.execPath, ['-e', 'setTimeout(() => {}, 300)'], { env: run.env, stdio: 'ignore' });
  expect(existsSync(run.folder)).toBe(true);
  expect(await closeRun(run)).toEqual([]);
  expect(existsSync(run.folder)).toBe(false);
});
