/** Finds the folder for the server's Unix socket: only its account may enter, and the path fits the kernel's limit. */
import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../errors.ts';
import { canReach, type Home } from './account.ts';

/** Names the socket file only: nothing listens on the network. */
export const SOCKET_PORT = 5432;
/** sockaddr_un on Linux holds 107 bytes and a zero; macOS holds 103. */
const LONGEST_PATH = process.platform === 'linux' ? 107 : 103;

export function fitsSocket(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST_PATH;
}

export async function prepareSocketFolder(home: Home, preferred?: string): Promise<string> {
  if (preferred && (await claim(preferred, home))) return preferred;
  const inside = join(home.folder, 'run');
  if (fitsSocket(inside)) return claim(inside, home).then(() => inside);
  const hash = createHash('sha256').update(home.folder).digest('hex').slice(0, 16);
  for (const shelf of [tmpdir(), '/tmp'])
    for (let turn = 0; turn < 5; turn += 1) {
      const folder = join(shelf, `soundcheck-${hash}${turn ? `-${turn}` : ''}`);
      if (!fitsSocket(folder) || !(await canReach(shelf, home.account).catch(() => false))) break;
      // Anybody may write to a temp folder: a name somebody else took is left to them.
      if (await claim(folder, home).catch(() => false)) return folder;
    }
  throw new StartError(
    `The path ${home.folder} is too long for a Unix socket and the temp folder cannot be used: set DATA_DIR to a shorter path.`,
  );
}

/** Makes the folder ours alone; false when it is a link or belongs to another account. */
async function claim(folder: string, { account }: Home): Promise<boolean> {
  const made = await mkdir(folder, { mode: 0o700 }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
  if (made && account.switched) await chown(folder, account.uid, account.gid);
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== account.uid) return false;
  await chmod(folder, 0o700);
  return true;
}
