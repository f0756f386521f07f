/** The server's log: one file and its predecessor, each of a few megabytes at most. */
import { copyFile, open, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';

const LARGEST_BYTES = 4 * 1024 * 1024;

export function logFile(home: string): string {
  return join(home, 'postgres.log');
}

/** The server appends to an open file, so the file is emptied in place; the old text goes to postgres.log.1. */
export async function trimLog(home: string): Promise<void> {
  const file = logFile(home);
  const size = await sizeOf(file);
  if (size <= LARGEST_BYTES) return;
  await copyFile(file, `${file}.1`);
  await truncate(file, 0);
}

export async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

/** What was written since the file had a given size. */
export async function readLogSince(home: string, position: number): Promise<string> {
  const handle = await open(logFile(home), 'r').catch(() => undefined);
  if (!handle) return '';
  try {
    const { size } = await handle.stat();
    const text = Buffer.alloc(Math.min(Math.max(size - position, 0), 64 * 1024));
    await handle.read(text, 0, text.length, position);
    return text.toString('utf8');
  } finally {
    await handle.close();
  }
}
