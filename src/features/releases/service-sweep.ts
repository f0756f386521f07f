/** Sweeps what no release names any more: pieces of masters, and covers of tracks that were deleted. */
import { inArray } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { COVER_FOLDER } from '#features/albums/rules.ts';
import { albums } from '#features/albums/table.ts';
import { sweepFolder } from '#features/recordings/service-sweep.ts';
import { MASTER_FOLDER } from './service-masters.ts';
import { releaseMasterParts, releases } from './table.ts';

type SweepDeps = Pick<Deps, 'db' | 'clock' | 'storage'>;

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
