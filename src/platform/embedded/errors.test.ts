import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StartError } from '../errors.ts';
import { findPostgresPackage, installPrograms } from './binaries.ts';
import { explainFileError, explainFullDisk, explainServerOutput } from './errors.ts';

const withCode = (code: string): Error => Object.assign(new Error(code), { code });

test('what the file system refuses becomes one sentence', () => {
  expect(explainFileError(withCode('ENOSPC'), '/d')?.message).toBe(
    'The disk is full: there is no room left for the data folder /d.',
  );
  for (const code of ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'EDQUOT'])
    expect(explainFileError(withCode(code), '/d')).toBeInstanceOf(StartError);
  expect(explainFileError(new TypeError('a mistake of ours'), '/d')).toBeUndefined();
});

test('a full disk is recognised however deep it lies', () => {
  const wrapped = new Error('migration failed', { cause: withCode('53100') });
  expect(explainFullDisk(wrapped, '/d')?.message).toContain('The disk is full');
  expect(explainFullDisk(withCode('EACCES'), '/d')).toBeUndefined();
});

test.each([
  ['initdb: error: could not write file "x": No space left on device', 'The disk is full'],
  [
    '2026 UTC [7] FATAL:  could not create lock file "postmaster.pid": Read-only file system',
    'read-only disk',
  ],
  [
    'initdb: error: could not look up effective user ID 4711: user does not exist',
    'user id 4711, which has no name',
  ],
  ['2026 UTC [7] LOG:  starting\n2026 UTC [7] FATAL:  out of shared memory', 'in /d: out of shared memory.'],
  ['', 'it said nothing'],
])('what PostgreSQL said before it gave up becomes one sentence: %s', (output, sentence) => {
  expect(explainServerOutput(output, '/d').message).toContain(sentence);
});

test('a platform without a packaged PostgreSQL is told to set DATABASE_URL', async () => {
  await expect(findPostgresPackage('sunos-x64')).rejects.toThrow(/sunos-x64: set DATABASE_URL/);
});

test('a damaged or interrupted copy of the programs is made again, and older ones are removed', async () => {
  const home = await mkdtemp(join(tmpdir(), 'soundcheck-programs-'));
  try {
    const source = await findPostgresPackage();
    const { postgres } = await installPrograms(source, home);
    const name = `pg-${source.version}`;
    await rm(postgres);
    await installPrograms({ ...source, version: '1.2.3' }, home);
    expect(await readdir(home)).toEqual(['pg-1.2.3']);
    await rm(join(home, 'pg-1.2.3/bin/postgres'));
    await installPrograms({ ...source, version: '1.2.3' }, home);
    expect(await readdir(join(home, 'pg-1.2.3/bin'))).toContain('postgres');
    await installPrograms(source, home);
    expect(await readdir(home)).toEqual([name]);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
});
