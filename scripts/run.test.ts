/** run.mjs hands words, streams, exit codes and signals through to the program it runs. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

let folder: string;
/** In a checkout of its own, whose linked packages nobody installs again. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'soundcheck-run-'));
  for (const file of ['run.mjs', 'prepare.mjs', 'prepare'])
    await cp(join('scripts', file), join(folder, 'scripts', file), { recursive: true });
  await cp('package-lock.json', join(folder, 'package-lock.json'));
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function start(name: string, code: string, words: string[] = []) {
  await writeFile(join(folder, name), code);
  const child = spawn(process.execPath, ['scripts/run.mjs', name, ...words], { cwd: folder });
  let said = '';
  child.stdout.on('data', (text) => {
    said += text;
  });
  const ended = once(child, 'close').then(([exitCode]) => ({ exitCode, said }));
  return { child, ended };
}

const PROGRAM = `console.log(process.argv[1].endsWith('program.mjs') || process.argv[1].endsWith('program.ts'), ...process.argv.slice(2)); process.exitCode = 3;`;

test.each(['program.mjs', 'program.ts'])('%s gets its words, and its exit code counts', async (name) => {
  const { ended } = await start(name, PROGRAM, ['--json', 'a b']);
  expect(await ended).toEqual({ exitCode: 3, said: 'true --json a b\n' });
});

test.each(['ends.mjs', 'ends.ts'])('%s is told to end, and may tidy up before it does', async (name) => {
  const code = `process.on('SIGTERM', () => { console.log('tidied up'); process.exit(0); });
    setInterval(() => {}, 1000); console.log('up');`;
  const { child, ended } = await start(name, code);
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await ended).toEqual({ exitCode: 0, said: 'up\ntidied up\n' });
});
