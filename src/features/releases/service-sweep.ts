/** Sweeps what no release names any more: pieces of masters, and covers of tracks that were deleted. */
import { inArray } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { COVER_FOLDER } from '#features/albums/rules.ts';
import { albums } from '#features/albums/table.ts';
import { MASTER_FOLDER } from './service-masters.ts';
import { releaseMasterParts, releases } from './table.ts';

type SweepDeps = Pick<Deps, 'db' | 'clock' | 'storage'>;

/** Milliseconds. Objects are there before their rows, so anything younger is left alone. */
const GRACE_MS = 3_600_000;

export const sweepPieces = (deps: SweepDeps): Promise<number> =>
  sweepFolder(deps, MASTER_FOLDER, async (keys) => {
    const rows = await deps.db
      .select({ key: releaseMasterParts.objectKey })
      .from(releaseMasterParts)
      .where(inArray(releaseMasterParts.objectKey, keys));
    return rows.map(({ key }) => key);
  });

/** Drawn ones and those that artists brought are in one folder. */
export const sweepCovers = (deps: SweepDeps): Promise<number> =>
  sweepFolder(deps, COVER_FOLDER, async (keys) => {
    const brought = await deps.db
      .select({ key: releases.coverKey })
      .from(releases)
      .where(inArray(releases.coverKey, keys));
    const drawn = await deps.db
      .select({ key: albums.coverKey })
      .from(albums)
      .where(inArray(albums.coverKey, keys));
    return [...brought, ...drawn].map(({ key }) => key);
  });

async function sweepFolder(
  { clock, storage }: SweepDeps,
  folder: string,
  listOwned: (keys: string[]) => Promise<(string | null)[]>,
): Promise<number> {
  const before = clock.now().getTime() - GRACE_MS;
  let removed = 0;
  let after: string | undefined;
  do {
    const { objects, next } = await storage.listObjects(folder, { after });
    after = next ?? undefined;
    const old = objects.filter(({ modifiedAt }) => modifiedAt.getTime() < before).map(({ key }) => key);
    if (old.length === 0) continue;
    const owned = new Set(await listOwned(old));
    for (const key of old.filter((name) => !owned.has(name))) {
      await storage.deleteObject(key);
      removed += 1;
    }
  } while (after);
  return removed;
}
