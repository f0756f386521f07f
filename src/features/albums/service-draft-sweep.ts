/** Gives up drafts nobody sends, with their audio, and pieces of uploads that no upload knows any more. */
import { inArray, lt } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { PIECE_FOLDER } from './rules.ts';
import { albumDrafts, albumTracks, albumUploadParts } from './table.ts';

type SweepDeps = Pick<Deps, 'db' | 'clock' | 'storage'>;

/** A draft nobody touched for this long is given up, in milliseconds. */
const DRAFT_LIFE_MS = 7 * 86_400_000;

export async function sweepDrafts({ db, clock, storage }: SweepDeps): Promise<number> {
  const before = new Date(clock.now().getTime() - DRAFT_LIFE_MS);
  const old = await db
    .select({ id: albumDrafts.id })
    .from(albumDrafts)
    .where(lt(albumDrafts.touchedAt, before))
    .limit(500);
  if (old.length === 0) return 0;
  const ids = old.map(({ id }) => id);
  const gone = await db.transaction(async (tx) => {
    const tracks = await tx
      .delete(albumTracks)
      .where(inArray(albumTracks.draftId, ids))
      .returning({ audioKey: albumTracks.audioKey });
    await tx.delete(albumDrafts).where(inArray(albumDrafts.id, ids));
    return tracks;
  });
  for (const { audioKey } of gone) await storage.deleteObject(audioKey);
  return gone.length;
}

/** A piece has its object before its row: leave what is younger, in milliseconds. */
const GRACE_MS = 3_600_000;

/** Pieces of drafts that were sent or given up, and of servers that died while taking one. */
export async function sweepPieces({ db, clock, storage }: SweepDeps): Promise<number> {
  const before = clock.now().getTime() - GRACE_MS;
  let removed = 0;
  let after: string | undefined;
  do {
    const { objects, next } = await storage.listObjects(PIECE_FOLDER, { after });
    after = next ?? undefined;
    const old = objects.filter(({ modifiedAt }) => modifiedAt.getTime() < before).map(({ key }) => key);
    if (old.length === 0) continue;
    const known = await db
      .select({ key: albumUploadParts.objectKey })
      .from(albumUploadParts)
      .where(inArray(albumUploadParts.objectKey, old));
    const owned = new Set(known.map(({ key }) => key));
    for (const key of old.filter((name) => !owned.has(name))) {
      await storage.deleteObject(key);
      removed += 1;
    }
  } while (after);
  return removed;
}
