/** Uploads that were under way when an API process was killed. No call takes an hour: what is older is nobody's. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#platform/config.ts';

const HOUR_MS = 3_600_000;

export async function sweepIncoming({ dataDir }: Pick<Config, 'dataDir'>, now = Date.now()): Promise<number> {
  const folder = join(dataDir, 'incoming');
  let swept = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name);
    // Another process may have swept it, or moved it where it belongs.
    const found = await stat(file).catch(() => null);
    if (!found || now - found.mtimeMs < HOUR_MS) continue;
    await rm(file, { force: true, recursive: true });
    swept += 1;
  }
  return swept;
}

/** At once and every hour; answers with how to stop. */
export function keepIncomingSwept(config: Pick<Config, 'dataDir'>): () => Promise<void> {
  const sweep = () => void sweepIncoming(config).catch(() => {});
  sweep();
  const timer = setInterval(sweep, HOUR_MS);
  timer.unref();
  return async () => clearInterval(timer);
}
