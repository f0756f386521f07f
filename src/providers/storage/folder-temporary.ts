/** Files that are still being written: how they are named, and how those of killed processes are found and removed. */
import { createHash, randomBytes } from 'node:crypto';
import { readdir, stat, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** A key cannot begin with a dot, so no object can be here. */
export const TEMPORARY = '.writing';

/** No upload takes this long: such a file is left over, whoever wrote it (milliseconds). */
const ABANDONED_AFTER = 60 * 60 * 1000;

/** Process numbers repeat, on other machines and after a restart; the run tells them apart. */
const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 12);
const run = randomBytes(6).toString('hex');

export function newTemporaryName(): string {
  return join(TEMPORARY, `${host}.${process.pid}.${run}.${randomBytes(10).toString('hex')}`);
}

/** Never touches what a living process, here or on another machine that shares the folder, is still writing. */
export async function sweepTemporaryFiles(folder: string): Promise<void> {
  for (const name of await readdir(join(folder, TEMPORARY))) {
    const path = join(folder, TEMPORARY, name);
    try {
      const { mtimeMs } = await stat(path);
      if (hasDeadWriter(name) || Date.now() - mtimeMs > ABANDONED_AFTER) await unlink(path);
    } catch (error) {
      // Another process swept it first.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

function hasDeadWriter(name: string): boolean {
  const [writerHost, pid, writerRun] = name.split('.');
  if (writerHost !== host) return false;
  if (Number(pid) === process.pid) return writerRun !== run;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
