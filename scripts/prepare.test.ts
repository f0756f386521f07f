/** Runs scripts/prepare.mjs in checkouts of a few lines, with a stand-in for npm that notes how it was called. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const SCRIPTS = fileURLToPath(new URL('.', import.meta.url));
const NPM = `
  const { appendFileSync, mkdirSync, rmSync } = require('node:fs');
  appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n');
  if (process.env.BREAK) { console.error(process.env.BREAK); process.exit(1); }
  rmSync('node_modules', { recursive: true, force: true });
  setTimeout(() => mkdirSync('node_modules/vite/bin', { recursive: true }), 300);
`;
let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'soundcheck-prepare-'));
  await cp(join(SCRIPTS, 'prepare.mjs'), join(root, 'scripts/prepare.mjs'));
  await cp(join(SCRIPTS, 'prepare'), join(root, 'scripts/prepare'), { recursive: true });
  // What comes after the web build has its own tests.
  for (const step of ['check-budget.mjs', 'compress-web.mjs'])
    await writeFile(join(root, 'scripts', step), '');
  await writeFile(join(root, 'npm.js'), NPM);
  await setLockfile('1.0.0');
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function setLockfile(version: string): Promise<void> {
  const packages = {
    '': {},
    'node_modules/a': { version },
    'node_modules/b': { version: '2.0.0', optional: true },
  };
  await writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages }));
}

async function prepare(args: string[] = [], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['scripts/prepare.mjs', ...args], {
    cwd: root,
    env: { PATH: '/usr/bin:/bin', npm_execpath: join(root, 'npm.js'), ...env },
  });
  let output = '';
  child.stdout.on('data', (text) => {
    output += text;
  });
  child.stderr.on('data', (text) => {
    output += text;
  });
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

async function countInstalls(): Promise<number> {
  const calls = await readFile(join(root, 'npm-calls'), 'utf8').catch(() => '');
  expect(calls.replaceAll('ci --include=dev --no-audit --no-fund\n', '')).toBe('');
  return calls.split('\n').length - 1;
}

test('it installs once, and again only when the lockfile changed', async () => {
  expect(await prepare([], { NODE_ENV: 'production' })).toMatchObject({ code: 0 });
  expect(await prepare()).toEqual({ code: 0, output: '' });
  expect(await countInstalls()).toBe(1);
  await setLockfile('1.0.1');
  await prepare();
  expect(await countInstalls()).toBe(2);
});

test('two at once install once', async () => {
  const both = await Promise.all([prepare(), prepare()]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(await countInstalls()).toBe(1);
});

test('packages installed by hand are recognised; a partial install is not', async () => {
  await mkdir(join(root, 'node_modules'));
  const noted = { packages: { 'node_modules/a': { version: '1.0.0' } } };
  await writeFile(join(root, 'node_modules/.package-lock.json'), JSON.stringify(noted));
  await prepare();
  expect(await countInstalls()).toBe(0);
  await rm(join(root, 'node_modules'), { recursive: true });
  await mkdir(join(root, 'node_modules/a'), { recursive: true });
  await prepare();
  expect(await countInstalls()).toBe(1);
});

test('a linked node_modules belongs to somebody else and is left alone', async () => {
  await mkdir(join(root, 'elsewhere'));
  await symlink('elsewhere', join(root, 'node_modules'));
  expect(await prepare()).toEqual({ code: 0, output: '' });
  expect(await countInstalls()).toBe(0);
});

test('a failed install says why, ends with 1, and is tried again', async () => {
  const failed = await prepare([], { BREAK: 'npm error code ENOTFOUND' });
  expect(failed.code).toBe(1);
  expect(failed.output.trim().split('\n').at(-1)).toBe('The npm registry cannot be reached.');
  expect((await prepare()).code).toBe(0);
  expect(await countInstalls()).toBe(2);
});

test('the lock of a preparation that was killed does not block the next', async () => {
  await mkdir(join(root, '.cache'));
  await writeFile(join(root, '.cache/prepare.lock'), '999999999');
  expect((await prepare()).code).toBe(0);
  expect(await countInstalls()).toBe(1);
});

test('it builds when a source changed, but not for a test', async () => {
  await prepare();
  await writeFile(
    join(root, 'node_modules/vite/bin/vite.js'),
    `const fs = require('node:fs'); fs.appendFileSync('builds', 'web '); fs.mkdirSync('dist/web', { recursive: true });`,
  );
  await writeFile(
    join(root, 'scripts/build-server.mjs'),
    `import fs from 'node:fs'; fs.appendFileSync('builds', 'server '); fs.mkdirSync('dist/server', { recursive: true });`,
  );
  await mkdir(join(root, 'src'));
  const built = async () => (await readFile(join(root, 'builds'), 'utf8')).trim().split(' ').length;
  await writeFile(join(root, 'src/a.ts'), '1');
  expect((await prepare(['--build'])).code).toBe(0);
  expect(await built()).toBe(2);
  await writeFile(join(root, 'src/a.test.ts'), '1');
  expect(await prepare(['--build'])).toEqual({ code: 0, output: '' });
  expect(await built()).toBe(2);
  await writeFile(join(root, 'src/a.ts'), '2');
  await prepare(['--build']);
  expect(await built()).toBe(4);
  await rm(join(root, 'dist/web'), { recursive: true });
  await prepare(['--build']);
  expect(await built()).toBe(6);
});

test('a broken build is shown, ends with 1, and is not taken for done', async () => {
  await prepare();
  await writeFile(join(root, 'node_modules/vite/bin/vite.js'), '');
  await writeFile(join(root, 'scripts/build-server.mjs'), `throw new Error('line 7 is wrong')`);
  for (const _ of [1, 2]) {
    const { code, output } = await prepare(['--build']);
    expect(code).toBe(1);
    expect(output).toContain('line 7 is wrong');
    expect(output.trim().split('\n').at(-1)).toBe('The server could not be built.');
  }
});
