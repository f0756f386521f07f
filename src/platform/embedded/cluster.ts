/** Makes the database cluster on first start, and keeps its password inside it. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chown,
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../errors.ts';
import type { Account, Home } from './account.ts';
import type { PostgresPrograms } from './binaries.ts';
import { explainServerOutput } from './errors.ts';

/** The server's own administrator; the app connects as a lesser role (embedded-login.ts). */
export const ADMIN_ROLE = 'postgres';
/** Inside the cluster, so that it is moved, backed up and owned together with what it opens. */
const PASSWORD_FILE = 'soundcheck.password';

export interface Cluster {
  folder: string;
  password: string;
}

/** Opens the cluster, or creates it: it appears under its name only when finished. */
export async function openCluster(home: Home, programs: PostgresPrograms): Promise<Cluster> {
  const folder = join(home.folder, 'postgres');
  const version = await readText(join(folder, 'PG_VERSION'));
  if (version === undefined) await createCluster(home, programs, folder);
  else if (version !== programs.major)
    throw new StartError(
      `The database in ${folder} was made by PostgreSQL ${version}, and this version brings PostgreSQL ${programs.major}: export it with the old version first, or set DATA_DIR to another folder.`,
    );
  await giveToAccount(folder, home.account);
  return (await readCluster(home))!;
}

/** The cluster as it is on disk; undefined before the first start. */
export async function readCluster(home: Home): Promise<Cluster | undefined> {
  const folder = join(home.folder, 'postgres');
  if ((await readText(join(folder, 'PG_VERSION'))) === undefined) return undefined;
  const password = await readText(join(folder, PASSWORD_FILE));
  if (password) return { folder, password };
  throw new StartError(
    `The database in ${folder} lacks its file ${PASSWORD_FILE}: restore it from a backup of the data folder.`,
  );
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function createCluster(home: Home, programs: PostgresPrograms, folder: string): Promise<void> {
  const { account } = home;
  const staging = await mkdtemp(join(home.folder, '.initdb-'));
  try {
    const data = join(staging, 'data');
    const passwordFile = join(staging, 'password');
    const password = randomBytes(24).toString('base64url');
    await mkdir(data, { mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (account.switched)
      for (const path of [passwordFile, data, staging]) await chown(path, account.uid, account.gid);
    await runInitdb(programs.initdb, data, passwordFile, home);
    await writeFile(join(data, PASSWORD_FILE), password, { mode: 0o600, flush: true });
    await rename(data, folder);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function runInitdb(program: string, data: string, passwordFile: string, home: Home): Promise<void> {
  // The built-in provider compares bytes but knows all of Unicode's cases; plain C makes ILIKE ASCII-only.
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--encoding=UTF8'];
  const access = [
    `--username=${ADMIN_ROLE}`,
    `--pwfile=${passwordFile}`,
    '--auth-local=scram-sha-256',
    '--auth-host=reject',
  ];
  const child = spawn(program, [`--pgdata=${data}`, ...locale, ...access], {
    ...runAs(home),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  child.stderr.on('data', (text) => (output += text));
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  ).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(
      `The PostgreSQL in the npm package cannot run on this system (${error.code}): set DATABASE_URL to a PostgreSQL server.`,
      { cause: error },
    );
  });
  if (code !== 0) throw explainServerOutput(output, home.folder);
}

/** Where, as whom and with which environment the programs run: nothing of ours leaks in (PGDATA, PGPORT, locale). */
export function runAs({ folder, account }: Home): {
  cwd: string;
  env: NodeJS.ProcessEnv;
  uid?: number;
  gid?: number;
} {
  const env = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };
  return account.switched ? { cwd: folder, env, uid: account.uid, gid: account.gid } : { cwd: folder, env };
}

/** A cluster restored by root belongs to root: hand it, file by file, to the account that will run it. */
async function giveToAccount(folder: string, account: Account): Promise<void> {
  if (!account.switched) return;
  const { uid } = await lstat(folder);
  const password = await lstat(join(folder, PASSWORD_FILE)).catch(() => undefined);
  if (password && password.uid !== account.uid)
    await chown(join(folder, PASSWORD_FILE), account.uid, account.gid);
  if (uid === account.uid) return;
  const entries = await readdir(folder, { recursive: true });
  for (const entry of [...entries, '.']) await lchown(join(folder, entry), account.uid, account.gid);
}
