/** Gives up drafts nobody sends, with their recordings, and pieces of uploads that no upload knows any more. */
import { inArray, lt } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { forgetRecordings, lockRecordings, removeAudio } from '#features/recordings/service.ts';
import { sweepFolder } from '#features/recordings/service-sweep.ts';
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

/** Pieces of drafts that were sent or given up, and of servers that died while taking one. */
export const sweepPieces = (deps: SweepDeps): Promise<number> =>
  sweepFolder(deps, PIECE_FOLDER, async (keys) => {
    const known = await deps.db
      .select({ key: albumUploadParts.objectKey })
      .from(albumUploadParts)
      .where(inArray(albumUploadParts.objectKey, keys));
    return known.map(({ key }) => key);
  });
