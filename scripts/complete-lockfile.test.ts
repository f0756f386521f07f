import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { findMissing } from './complete-lockfile.mjs';

test('npm ci accepts our lockfile: every optional package is in it (else: node scripts/complete-lockfile.mjs)', async () => {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8'));
  expect(Object.keys(findMissing(packages))).toEqual([]);
});

test('left-out packages are noted with their platform, those locked at any level are not', () => {
  const optionalDependencies = {
    '@x/linux-arm64-musl': '1.2.3',
    '@x/win32-x64-msvc': '1.2.3',
    '@x/wasm32-wasi': '1.2.3',
    '@x/linux-x64-gnu': '1.2.3',
    '@x/darwin-x64': '1.2.3',
  };
  const missing = findMissing({
    '': {},
    'node_modules/a/node_modules/b': { dev: true, optionalDependencies },
    'node_modules/a/node_modules/@x/linux-x64-gnu': { version: '1.2.3' },
    'node_modules/@x/darwin-x64': { version: '1.2.3' },
  });
  const common = { version: '1.2.3', dev: true, optional: true };
  expect(missing).toEqual({
    'node_modules/@x/linux-arm64-musl': { ...common, os: ['linux'], cpu: ['arm64'], libc: ['musl'] },
    'node_modules/@x/win32-x64-msvc': { ...common, os: ['win32'], cpu: ['x64'] },
    'node_modules/@x/wasm32-wasi': { ...common, cpu: ['wasm32'] },
  });
});
