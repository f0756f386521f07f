/**
 * Finds what a test run left behind. Everything a run starts has the run's name in its environment or works below the
 * run's own temporary folder, however far it has moved from the process that started it. Linux only: elsewhere nothing
 * is found.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds that processes on their way out are given. */
const PATIENCE_MS = 5000;

/** `env` is for every process of the run. */
export function openRun() {
  const name = randomBytes(4).toString('hex');
  // Short, because sockets in it have short paths; open to pass through, because PostgreSQL may run as another user.
  const folder = join(tmpdir(), `sc-${name}`);
  mkdirSync(folder);
  chmodSync(folder, 0o1777);
  return { folder, mark: `SOUNDCHECK_TEST_RUN=${name}`, env: { SOUNDCHECK_TEST_RUN: name, TMPDIR: folder } };
}

/** Names the processes that are still there, ends them, and removes the run's folder. */
export async function closeRun(run, patienceMs = PATIENCE_MS) {
  let left = findProcesses(run);
  for (
    const begun = Date.now();
    left.length > 0 && Date.now() - begun < patienceMs;
    left = findProcesses(run)
  )
    await sleep(100);
  for (const { pid } of left) end(pid);
  rmSync(run.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  return left.map(({ pid, command }) => `process ${pid} was left behind: ${command.slice(0, 200)}`);
}

function findProcesses({ folder, mark }) {
  return listProcesses().flatMap((pid) => {
    const command = read(pid, 'cmdline').replaceAll('\0', ' ').trim();
    const marked = `\0${read(pid, 'environ')}`.includes(`\0${mark}`);
    const works = command.includes(folder) || workingFolder(pid).startsWith(folder);
    // One that has ended and waits to be noticed has no command.
    return command && (marked || works) ? [{ pid, command }] : [];
  });
}

function listProcesses() {
  try {
    const names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return names.map(Number).filter((pid) => pid !== process.pid);
  } catch {
    return [];
  }
}

function read(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function workingFolder(pid) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

function end(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}
