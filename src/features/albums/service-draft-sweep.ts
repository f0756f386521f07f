/** Gives up drafts nobody sends, with their recordings, and pieces of uploads that no upload knows any more. */
import { inArray, lt } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { forgetRecordings, lockRecordings, removeAudio } from '#features/recordings/service.ts';
import { selectTracks } from './queries.ts';
import { PIECE_FOLDER } from './rules.ts';
import { albumDrafts, albumTracks, albumUploadParts } from './table.ts';

type SweepDeps = Pick<Deps, 'db' | 'clock' | 'storage'>;

/** Milliseconds after which an untouched draft is given up. */
const DRAFT_LIFE_MS = 7 * 86_400_000;

export async function sweepDrafts(deps: SweepDeps & Pick<Deps, 'log' | 'recordingUsers'>): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - DRAFT_LIFE_MS);
  const old = await deps.db
    .select({ id: albumDrafts.id })
    .from(albumDrafts)
    .where(lt(albumDrafts.touchedAt, before))
    .limit(500);
  const ids = old.map(({ id }) => id);
  const tracks = await selectTracks(deps, inArray(albumTracks.draftId, ids));
  const sha256s = tracks.map(({ audioSha256 }) => audioSha256);
  const gone = await deps.db.transaction(async (tx) => {
    await lockRecordings(tx, sha256s);
    await tx.delete(albumDrafts).where(inArray(albumDrafts.id, ids));
    return forgetRecordings(deps, tx, sha256s);
  });
  await removeAudio(deps, gone);
  return tracks.length;
}

/** Milliseconds. A piece has its object before its row, so anything younger is left alone. */
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
