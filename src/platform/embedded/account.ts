/** Decides which account runs PostgreSQL (it refuses root) and in which folder that account can reach its files. */
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError } from '../errors.ts';

export interface Account {
  uid: number;
  gid: number;
  /** Set when the server must be started as somebody other than us. */
  switched: boolean;
}

export interface Home {
  /** Holds the cluster, the programs, the log and the lock; an absolute path without symbolic links. */
  folder: string;
  account: Account;
}

/** In the data folder: names the folder that holds the database instead of it. */
export const POINTER = 'postgres-home';
/** initdb puts its own path between double quotes in a shell command. */
const UNQUOTABLE = /["$`\\\n]/;
const UNKNOWN_NOBODY = 65_534;

/** Creates the data folder when needed and says where, and as whom, the database lives. */
export async function settleHome(dataDir: string): Promise<Home> {
  if (UNQUOTABLE.test(dataDir))
    throw new StartError(
      `The path ${dataDir} holds one of the characters " $ \` \\, which PostgreSQL's set-up cannot take: set DATA_DIR to another folder.`,
    );
  const root = process.getuid?.() === 0;
  await createFolder(dataDir, root ? 0o711 : 0o700);
  const folder = await followPointer(await realpath(dataDir));
  const account = await chooseAccount(join(folder, 'postgres'), root);
  if (!account.switched || (await canReach(folder, account))) return { folder, account };
  if (await letThrough(folder, account)) return { folder, account };
  if (await exists(join(folder, 'postgres')))
    throw new StartError(
      `PostgreSQL runs as user id ${account.uid} when root starts it, and that user cannot reach ${folder}: allow others to pass through the folders above it (chmod o+x).`,
    );
  return { folder: await createOutside(folder, account), account };
}

/** Missing folders are made with the given mode, whatever the umask; existing ones are left as they are. */
async function createFolder(folder: string, mode: number): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode });
  if (!first) return;
  for (let at = folder; at.length >= first.length; at = dirname(at)) await chmod(at, mode);
}

async function chooseAccount(cluster: string, root: boolean): Promise<Account> {
  const owner = await stat(cluster).catch(() => undefined);
  if (!root) {
    const uid = process.getuid?.() ?? 0;
    if (owner && owner.uid !== uid)
      throw new StartError(
        `The database in ${cluster} belongs to user id ${owner.uid}: start as that user${owner.uid === (await findNobody()).uid ? ' or as root' : ''}, or set DATA_DIR to another folder.`,
      );
    return { uid, gid: process.getgid?.() ?? 0, switched: false };
  }
  // A database somebody made as an ordinary user stays theirs when root starts it once.
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, switched: true };
  return { ...(await findNobody()), switched: true };
}

async function findNobody(): Promise<{ uid: number; gid: number }> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const [, , uid, gid] = /^nobody:.*$/m.exec(users)?.[0].split(':') ?? [];
  // Some systems write -2; the kernel counts from the top of 32 bits.
  return { uid: Number(uid ?? UNKNOWN_NOBODY) >>> 0, gid: Number(gid ?? UNKNOWN_NOBODY) >>> 0 };
}

/** Whether the account may pass through a folder and all those above it. */
export async function canReach(folder: string, { uid, gid }: { uid: number; gid: number }): Promise<boolean> {
  for (let at = folder; ; at = dirname(at)) {
    const { mode, uid: owner, gid: group } = await stat(at);
    const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
    if (!(mode & bit)) return false;
    if (at === dirname(at)) return true;
  }
}

/** A data folder that root closed to all others is opened to the server's group, to pass through and no more. */
async function letThrough(folder: string, account: Account): Promise<boolean> {
  const { uid, mode } = await stat(folder);
  if (uid !== 0 || mode & 0o077 || !(await canReach(dirname(folder), account))) return false;
  await chown(folder, uid, account.gid);
  await chmod(folder, 0o710);
  return true;
}

async function followPointer(dataDir: string): Promise<string> {
  const pointer = join(dataDir, POINTER);
  const target = (await readFile(pointer, 'utf8').catch(() => '')).trim();
  if (!target) return dataDir;
  if (await exists(target)) return realpath(target);
  throw new StartError(
    `The database of ${dataDir} was kept in ${target}, which is gone: restore it, or remove ${pointer} to begin with an empty one.`,
  );
}

/**
 * Root's data folder lies where the server's account cannot go (a checkout under a 0700 home), and opening other
 * people's folders is not ours to do: the database gets a folder of its own in the system's place for such things.
 * The name is drawn, not derived, so a data folder that was deleted and made again begins empty.
 */
async function createOutside(dataDir: string, account: Account): Promise<string> {
  const shelf = process.platform === 'darwin' ? '/usr/local/var/soundcheck' : '/var/lib/soundcheck';
  const folder = join(shelf, randomBytes(6).toString('hex'));
  await createFolder(folder, 0o711);
  const home = await realpath(folder);
  if (!(await canReach(home, account)))
    throw new StartError(
      `PostgreSQL cannot run as root, and its own user can reach neither ${dataDir} nor ${shelf}: set DATA_DIR to a folder that others can pass through.`,
    );
  await writeFile(join(home, 'data-folder'), `${dataDir}\n`);
  await writeFile(join(dataDir, `${POINTER}.new`), `${home}\n`);
  await rename(join(dataDir, `${POINTER}.new`), join(dataDir, POINTER));
  return home;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
