/** Processor time, of ourselves, of other processes and of all of a database's: on a busy machine the clock says little (Linux). */
import { readdirSync, readFileSync } from 'node:fs';
import type { BenchDatabase } from './bench-database.ts';

/** Seconds of this process and of the database, those of its processes that ended since included. */
export async function readCpu(database: BenchDatabase): Promise<number> {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + (await readDatabaseCpu(database));
}

export async function readDatabaseCpu({ pool }: BenchDatabase): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const postmaster = readTicks(String(rows[0].pid))!.parent;
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const found = readTicks(pid);
    if (found?.parent === postmaster) ticks += found.own;
    if (Number(pid) === postmaster) ticks += found!.own + found!.ofGone;
  }
  return ticks / 100;
}

/** Seconds of one process. */
export const readProcessCpu = (pid: number): number => (readTicks(String(pid))?.own ?? 0) / 100;

/** Hundredths of a second, of a process and of its children that are gone. */
function readTicks(pid: string): { parent: number; own: number; ofGone: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    return { parent: fields[1], own: fields[11] + fields[12], ofGone: fields[13] + fields[14] };
  } catch {
    // Gone meanwhile: its time is its parent's.
    return null;
  }
}
