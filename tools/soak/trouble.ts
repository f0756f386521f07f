/** What goes wrong, one thing after the other: kills, pauses, outages, wrong clocks, a full disk, a restart in good order. */
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../../src/app/test-money-world.ts';
import type { Door } from './door.ts';
import { pickByShare } from './pick-by-share.ts';
import { type PartName, ROLES, type Site } from './site.ts';

type Trouble = (site: Site, chance: Chance) => Promise<string>;

const between = (chance: Chance, least: number, most: number) => least + chance.next() * (most - least);
const isUp = ({ child }: { child: { exitCode: number | null; signalCode: string | null } }) =>
  child.exitCode === null && child.signalCode === null;

function kill(names: readonly PartName[]): Trouble {
  return async ({ parts }, chance) => {
    const there = names.filter((name) => parts.has(name));
    const part = parts.get(chance.pick(there.length > 0 ? there : names));
    if (!part || !isUp(part)) return 'nobody to kill';
    part.child.kill('SIGKILL');
    return `killed ${part.name}`;
  };
}

const killDatabase: Trouble = async (site) => {
  const pid = site.databasePid();
  if (pid === null) return 'no database to kill';
  signalIfThere(pid, 'SIGKILL');
  return 'killed the database';
};

const breakConnections: Trouble = async ({ sql }) => {
  await sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`).catch(() => {});
  return 'broke busy connections';
};

const pausePart: Trouble = async ({ parts }, chance) => {
  const part = parts.get(chance.pick(ROLES))!;
  const [{ child }, seconds] = [part, between(chance, 1, 14)];
  child.kill('SIGSTOP');
  await sleep(seconds * 1000);
  child.kill('SIGCONT');
  return `paused ${part.name} for ${seconds.toFixed(1)} s`;
};

/** The server with all its processes. */
const pauseDatabase: Trouble = async (site, chance) => {
  const first = site.databasePid();
  if (first === null) return 'no database to pause';
  const all = [first, ...listChildren(first)];
  const seconds = between(chance, 1, 6);
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of all) signalIfThere(pid, signal);
  };
  signalAll('SIGSTOP');
  await sleep(seconds * 1000);
  signalAll('SIGCONT');
  return `paused the database for ${seconds.toFixed(1)} s`;
};

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone meanwhile.
  }
}

const listChildren = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && readParent(name) === pid)
    .map(Number);

function readParent(pid: string): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

function shut(what: string, find: (site: Site) => Door): Trouble {
  return async (site, chance) => {
    const seconds = between(chance, 2, 8);
    find(site).shut = true;
    await sleep(seconds * 1000);
    find(site).shut = false;
    return `${what} away for ${seconds.toFixed(1)} s`;
  };
}

const loseAnswer: Trouble = async ({ texts }) => {
  texts.loseNextAnswer();
  return 'the next text is taken and not answered';
};

const jumpClock: Trouble = async ({ parts }, chance) => {
  const part = parts.get(chance.pick(ROLES))!;
  const seconds = Math.round(between(chance, -900, 900));
  if (part.child.connected) part.child.send({ aheadMs: seconds * 1000 }, () => {});
  await sleep(between(chance, 2000, 8000));
  if (part.child.connected) part.child.send({ aheadMs: 0 }, () => {});
  return `the clock of ${part.name} was ${seconds} s wrong`;
};

const fillDisk: Trouble = async ({ disk }, chance) => {
  if (!disk) return 'no disk of its own to fill: only root may mount one';
  const ballast = join(disk, 'ballast');
  const file = openSync(ballast, 'w');
  const piece = Buffer.alloc(1 << 20);
  try {
    for (;;) writeSync(file, piece);
  } catch {
    // Full.
  }
  closeSync(file);
  const seconds = between(chance, 2, 6);
  await sleep(seconds * 1000);
  rmSync(ballast);
  return `the disk was full for ${seconds.toFixed(1)} s`;
};

const restart: Trouble = async ({ parts }, chance) => {
  const part = parts.get(chance.pick(ROLES))!;
  part.child.kill('SIGTERM');
  return `restarted ${part.name} in good order`;
};

/** As often as they stand here, of a hundred. */
const TROUBLES: readonly [number, Trouble][] = [
  [20, kill(['api-1', 'api-2'])],
  [16, kill(['worker-1', 'worker-2'])],
  [6, kill(['store', 'nats'])],
  [7, killDatabase],
  [7, breakConnections],
  [10, pausePart],
  [5, pauseDatabase],
  [7, shut('texts', (site) => site.textDoor)],
  [3, shut('transcription', (site) => site.wordDoor)],
  [3, shut('the way to the site', (site) => site.door)],
  [4, loseAnswer],
  [6, jumpClock],
  [3, fillDisk],
  [3, restart],
];

export async function keepTroubling(
  site: Site,
  chance: Chance,
  { isOver, say }: { isOver: () => boolean; say: (text: string) => void },
): Promise<void> {
  while (!isOver()) {
    await sleep(between(chance, 500, 4000));
    say(await pickByShare(chance, TROUBLES)(site, chance));
  }
}
