/** Runs a script by pgbench, PostgreSQL's own load generator, where it is installed. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findTool } from './find-tool.ts';

export interface PgbenchRun {
  url: string;
  script: string;
  clients: number;
  seconds: number;
  /** What the script's variables begin with. */
  variables: Record<string, number>;
}

export const isPgbenchInstalled = (): boolean => findTool('pgbench') !== null;

/** Transactions a second. */
export async function runPgbench({ url, script, clients, seconds, variables }: PgbenchRun): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'soundcheck-pgbench-'));
  try {
    const file = join(folder, 'script.sql');
    await writeFile(file, script);
    const defined = Object.entries({ ...variables, clients }).flatMap(([name, value]) => [
      '-D',
      `${name}=${value}`,
    ]);
    const load = ['-c', String(clients), '-j', '1', '-T', String(seconds), '-M', 'prepared'];
    const { stdout, stderr } = await promisify(execFile)(findTool('pgbench')!, [
      ...['-n', '-f', file],
      ...load,
      ...defined,
      url,
    ]);
    const tps = /^tps = ([\d.]+)/m.exec(stdout);
    // A client that meets an error stops: fewer clients would make the service look good.
    if (!tps || /aborted/.test(stderr))
      throw new Error(`pgbench failed: ${(stderr || stdout).slice(0, 1000)}`);
    return Number(tps[1]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
