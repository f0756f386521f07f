/** Removes audio objects that no submission and no album names: a process that died between storing the file and writing the row. */
import { inArray } from 'drizzle-orm';
import type { Deps } from '#app/deps.ts';
import { albumTracks } from '#features/albums/table.ts';
import { AUDIO_FOLDER } from './rules.ts';
import { submissions } from './table.ts';

/** An upload under way has its file before its row: leave what is younger, in milliseconds. */
const GRACE_MS = 3_600_000;

export async function sweepUnownedAudio({
  db,
  clock,
  storage,
}: Pick<Deps, 'db' | 'clock' | 'storage'>): Promise<number> {
  const before = clock.now().getTime() - GRACE_MS;
  let removed = 0;
  let after: string | undefined;
  do {
    const { objects, next } = await storage.listObjects(AUDIO_FOLDER, { after });
    after = next ?? undefined;
    const old = objects.filter((object) => object.modifiedAt.getTime() < before).map((object) => object.key);
    if (old.length === 0) continue;
    const rows = await db
      .select({ key: submissions.audioKey })
      .from(submissions)
      .where(inArray(submissions.audioKey, old));
    const onAlbums = await db
      .select({ key: albumTracks.audioKey })
      .from(albumTracks)
      .where(inArray(albumTracks.audioKey, old));
    const owned = new Set([...rows, ...onAlbums].map((row) => row.key));
    for (const key of old.filter((name) => !owned.has(name))) {
      await storage.deleteObject(key);
      removed += 1;
    }
  } while (after);
  return removed;
}
