import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
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

test('one that ends in time is none of our business; the folder goes', async () => {
  const run = openRun();
  spawn(process.execPath, ['-e', 'setTimeout(() => {}, 300)'], { env: run.env, stdio: 'ignore' });
  expect(existsSync(run.folder)).toBe(true);
  expect(await closeRun(run)).toEqual([]);
  expect(existsSync(run.folder)).toBe(false);
});
