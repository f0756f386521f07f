/**
 * Finds what a test run left behind. Everything a run starts has the run's name in its environment or works below the
 * run's own temporary folder, however far it has moved from the process that started it. Linux only: elsewhere nothing
 * is found.
 */
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds that processes on their way out are given, on a busy machine. */
const PATIENCE_MS = 20_000;

const MEMORY = '/dev/shm';
/** Bytes: far more than a run keeps at a time. */
const PLENTY = 8 * 2 ** 30;

/**
 * Databases come and go by the hundred: where there is plenty of memory a run keeps its files there. A clone of a database
 * takes a quarter of the processor time it takes on a disk, and is not waited for. TMPDIR says where otherwise.
 */
function findRoom() {
  if (process.env.TMPDIR || process.platform !== 'linux') return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    // Programs are started from there.
    const refuses = new RegExp(`^\\S+ ${MEMORY} \\S+ \\S*noexec`, 'm').test(
      readFileSync('/proc/mounts', 'utf8'),
    );
    return !refuses && Math.min(bavail * bsize, freemem()) > PLENTY ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** `env` is for every process of the run. */
export function openRun(parent = findRoom()) {
  sweepKilled(parent);
  // Short, because sockets in it have short paths; with our id, by which the next run sees whether this one was killed.
  const run = describeRun(parent, `sc-${process.pid}-${randomBytes(3).toString('hex')}`);
  mkdirSync(run.folder);
  // Open to pass through, because PostgreSQL may run as another user.
  chmodSync(run.folder, 0o1777);
  return run;
}

function describeRun(parent, name) {
  const folder = join(parent, name);
  return { folder, mark: `SOUNDCHECK_TEST_RUN=${name}`, env: { SOUNDCHECK_TEST_RUN: name, TMPDIR: folder } };
}

/** A run that was killed could not tidy up. */
function sweepKilled(parent) {
  for (const name of readdirSync(parent)) {
    const pid = /^sc-(\d+)-[0-9a-f]{6}$/.exec(name)?.[1];
    if (!pid || isAlive(Number(pid)) || !isOurs(join(parent, name))) continue;
    const run = describeRun(parent, name);
    for (const left of findProcesses(run)) end(left.pid);
    remove(run.folder);
  }
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
  remove(run.folder);
  return left.map(({ pid, command }) => `process ${pid} was left behind: ${command.slice(0, 200)}`);
}

/** Another user's files may stay: they are no reason to lose the result of a run. */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  } catch (error) {
    console.error(`${folder} could not be removed: ${error.message}`);
  }
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

function isOurs(folder) {
  return statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.();
}

/** Also when it belongs to somebody else, who may not be signalled. */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function end(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}
