/**
 * One app at a time on a data folder: a file naming the process that holds it. A holder that was killed is recognised
 * by its process id and start time, so no clean-up is needed after kill -9 or a power cut.
 */
import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../errors.ts';
import { identifyProcess } from '../process-identity.ts';

export interface AppLock {
  release(): Promise<void>;
}

interface Holder {
  pid: number;
  identity: string;
}

const ATTEMPTS = 20;

export async function takeAppLock(folder: string): Promise<AppLock> {
  const file = join(folder, 'app.lock');
  const mine = JSON.stringify({
    pid: process.pid,
    identity: identifyProcess(process.pid),
  } satisfies Partial<Holder>);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (await createWhole(file, mine)) return { release: () => release(file, mine) };
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined) continue;
    const holder = parseHolder(text);
    if (holder && identifyProcess(holder.pid) === holder.identity) throw refuse(folder, holder.pid);
    await removeStale(file, text);
  }
  throw new StartError(
    `The lock ${file} keeps changing hands: another Soundcheck is starting in this folder.`,
  );
}

export function refuse(folder: string, pid: number | string): StartError {
  return new StartError(
    `Soundcheck already runs on the data folder ${folder} (process ${pid}): stop it first, or set DATA_DIR to another folder.`,
  );
}

/** A link to a finished file: whoever sees the lock sees its whole text. */
async function createWhole(file: string, text: string): Promise<boolean> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, text, { mode: 0o644 });
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Moves the lock aside and looks again: if somebody else replaced it in between, it goes back. */
async function removeStale(file: string, seen: string): Promise<void> {
  const aside = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await rename(file, aside);
    if ((await readFile(aside, 'utf8')) !== seen) await link(aside, file);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

async function release(file: string, mine: string): Promise<void> {
  if ((await readFile(file, 'utf8').catch(() => '')) === mine) await rm(file, { force: true });
}

function parseHolder(text: string): Holder | undefined {
  try {
    const { pid, identity } = JSON.parse(text) as Partial<Holder>;
    return Number.isInteger(pid) && typeof identity === 'string' ? { pid: pid!, identity } : undefined;
  } catch {
    return undefined;
  }
}
