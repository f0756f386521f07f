/** The PostgreSQL process: starts it, finds one that a killed app left behind, and stops it without losing anything. */
import { spawn } from 'node:child_process';
import { open, readFile, realpath, rm } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../errors.ts';
import { identifyProcess, readCommandLine, readWorkingFolder } from '../process-identity.ts';
import type { Home } from './account.ts';
import type { PostgresPrograms } from './binaries.ts';
import { type Cluster, runAs } from './cluster.ts';
import { explainServerOutput } from './errors.ts';
import { logFile, readLogSince, sizeOf, trimLog } from './log-file.ts';
import { probeServer } from './login.ts';
import { SOCKET_PORT } from './socket.ts';

export interface RunningServer {
  pid: number;
  identity: string;
  socketFolder: string;
}

/** Crash recovery of a large database may take minutes; a server that says it is busy is waited for. */
const PATIENCE_MS = 300_000;
/** A living server whose socket does not answer: its temp folder was swept. */
const SILENCE_MS = 15_000;

/** The server of this cluster, if it runs: waits while it starts or stops. Clears what a dead one left. */
export async function findRunningServer(cluster: Cluster): Promise<RunningServer | undefined> {
  const begun = Date.now();
  for (;;) {
    const found = await readPostmasterFile(cluster);
    if (!found) return undefined;
    if (!(await isServerOf(cluster, found.pid))) {
      await clearLeftovers(cluster, found.socketFolder);
      return undefined;
    }
    const answer = found.socketFolder ? await probeServer(found.socketFolder, cluster) : 'silent';
    const identity = identifyProcess(found.pid);
    if (answer === 'ready' && identity) return { pid: found.pid, identity, socketFolder: found.socketFolder };
    const waited = Date.now() - begun;
    if (identity && answer !== 'busy' && waited > SILENCE_MS) {
      await stopServer({ pid: found.pid, identity, socketFolder: found.socketFolder });
      return undefined;
    }
    if (waited > PATIENCE_MS)
      throw new StartError(
        `PostgreSQL (process ${found.pid}) in ${cluster.folder} has been busy for five minutes: see its log.`,
      );
    await sleep(100);
  }
}

/** postmaster.pid: process id, folder, start time, port, socket folder, one a line. */
async function readPostmasterFile(
  cluster: Cluster,
): Promise<{ pid: number; socketFolder: string } | undefined> {
  const text = await readFile(join(cluster.folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number.parseInt(lines[0], 10);
  return pid > 0 ? { pid, socketFolder: lines[4]?.trim() ?? '' } : undefined;
}

async function isServerOf(cluster: Cluster, pid: number): Promise<boolean> {
  if (!identifyProcess(pid)) return false;
  const folder = await realpath(cluster.folder);
  return readWorkingFolder(pid) === folder || readCommandLine(pid).includes(`-D ${folder}`);
}

/** The server would refuse to start when an unrelated process now has the old server's id. */
async function clearLeftovers(cluster: Cluster, socketFolder: string): Promise<void> {
  await rm(join(cluster.folder, 'postmaster.pid'), { force: true });
  if (!socketFolder) return;
  for (const name of [`.s.PGSQL.${SOCKET_PORT}`, `.s.PGSQL.${SOCKET_PORT}.lock`])
    await rm(join(socketFolder, name), { force: true });
}

export interface LaunchOptions {
  home: Home;
  programs: PostgresPrograms;
  cluster: Cluster;
  socketFolder: string;
  fsync: boolean;
}

export async function launchServer(options: LaunchOptions): Promise<RunningServer> {
  const { home, cluster, socketFolder } = options;
  await trimLog(home.folder);
  const begun = Date.now();
  for (;;) {
    const position = await sizeOf(logFile(home.folder));
    const child = await spawnServer(options);
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    if (await waitUntilReady(cluster, socketFolder, ended)) {
      const identity = identifyProcess(child.pid!);
      if (identity) return { pid: child.pid!, identity, socketFolder };
    }
    const output = await readLogSince(home.folder, position);
    // The last processes of a server that was killed are still leaving; they do so within a second or two.
    const crowded = /pre-existing shared memory block|lock file .* already exists/.test(output);
    if (!crowded || Date.now() - begun > 20_000) throw explainServerOutput(output, home.folder);
    await sleep(250);
  }
}

/** True once the server answers, false when it ended instead. */
async function waitUntilReady(
  cluster: Cluster,
  socketFolder: string,
  ended: Promise<void>,
): Promise<boolean> {
  let over = false;
  void ended.then(() => (over = true));
  for (const begun = Date.now(); Date.now() - begun < PATIENCE_MS; ) {
    if (over) return false;
    if ((await probeServer(socketFolder, cluster)) === 'ready') return !over;
    await sleep(30);
  }
  return false;
}

async function spawnServer({ home, programs, cluster, socketFolder, fsync }: LaunchOptions) {
  const log = await open(logFile(home.folder), 'a', 0o600);
  try {
    if (home.account.switched) await log.chown(home.account.uid, home.account.gid);
    // Detached: Ctrl-C reaches the whole process group, and the app must drain before its database goes.
    const child = spawn(programs.postgres, ['-D', cluster.folder, ...settings(socketFolder, fsync)], {
      ...runAs(home),
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    child.unref();
    return child;
  } finally {
    await log.close();
  }
}

const LEAST_BUFFER_MB = 128;
const MOST_BUFFER_MB = 1024;

/**
 * A sixteenth of the memory. With too few buffers a reader has to write a changed page out before it can read its own,
 * and waits for the disk: at a million tracks and 200 votes/s that made the slowest hundredth of rank questions 15 ms
 * instead of 4. Memory is only taken as pages are read.
 */
function bufferMegabytes(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.round(Math.min(MOST_BUFFER_MB, Math.max(LEAST_BUFFER_MB, memory / 16 / 2 ** 20)));
}

/**
 * Nobody cleans a database that is gone in a minute: the cleaner would only be in the way of whoever removes it. Nor does
 * anybody guess its passwords, which thousands of connections of the tests have to prove.
 */
const THROW_AWAY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  scram_iterations: '1',
};

function settings(socketFolder: string, fsync: boolean): string[] {
  const values: Record<string, string> = {
    listen_addresses: '',
    port: String(SOCKET_PORT),
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: `${fsync ? bufferMegabytes() : LEAST_BUFFER_MB}MB`,
    min_wal_size: '32MB',
    max_wal_size: '512MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A refused constraint is everyday business, and its text holds what people typed: neither is logged here.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    ...(fsync ? { fsync: 'on' } : THROW_AWAY),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Fast shutdown (SIGINT): open transactions are rolled back, everything committed is written. */
export async function stopServer({ pid, identity }: RunningServer): Promise<void> {
  for (const [signal, patience] of [
    ['SIGINT', 60_000],
    ['SIGQUIT', 10_000],
  ] as const) {
    const alive = () => identifyProcess(pid) === identity;
    if (!alive()) return;
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
    for (const begun = Date.now(); alive() && Date.now() - begun < patience; ) await sleep(20);
  }
}
