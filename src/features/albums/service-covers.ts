/** Covers: drawn once per album from its own sound, and redrawn only when staff ask. */
import { createHash } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { findMeasured } from '#features/recordings/queries.ts';
import { describeShape } from '#features/scoring/rules-shape.ts';
import { recordAudit } from '#platform/audit.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import type { CoverFacts, CoverPicture } from '#ports/cover-art.ts';
import { newObjectName } from '#ports/storage.ts';
import { findAlbum, listTracks } from './queries.ts';
import { COVER_FOLDER, coverUrlOf } from './rules.ts';
import { describeForCover } from './rules-cover.ts';
import { type AlbumRow, albums } from './table.ts';

export type CoverDeps = Pick<Deps, 'db' | 'clock' | 'storage' | 'coverArt' | 'log'>;

export interface Cover {
  imageUrl: string;
  cached: boolean;
}

/** Milliseconds after which a cover maker that does not answer is given up on. */
const PATIENCE_MS = 120_000;

/** The album's cover, drawn now if it has none. */
export async function ensureCover(deps: CoverDeps, albumId: number): Promise<Cover> {
  const album = await findAlbum(deps, albumId);
  const known = coverUrlOf(album.coverKey);
  if (known) return { imageUrl: known, cached: true };
  return drawAndKeep(deps, album, album.coverEdition);
}

/** The album's cover at the stores' size; null where its maker cannot draw the same one again. */
export async function printCover(deps: CoverDeps, albumId: number): Promise<Buffer | null> {
  await ensureCover(deps, albumId);
  const album = await findAlbum(deps, albumId);
  if (!deps.coverArt.printCover || album.coverBy !== deps.coverArt.name) return null;
  const facts = await gatherFacts(deps, album, album.coverEdition);
  const { bytes } = await deps.coverArt.printCover(facts, AbortSignal.timeout(PATIENCE_MS));
  return bytes;
}

/** Another cover of the same album, for staff: the old one is gone. */
export async function redrawCover(deps: CoverDeps, albumId: number, actor: StaffIdentity): Promise<Cover> {
  const album = await findAlbum(deps, albumId);
  return drawAndKeep(deps, album, album.coverKey ? album.coverEdition + 1 : album.coverEdition, actor);
}

/** `actor`: the member of staff who asked for another one. */
async function drawAndKeep(
  deps: CoverDeps,
  album: AlbumRow,
  edition: number,
  actor?: StaffIdentity,
): Promise<Cover> {
  const facts = await gatherFacts(deps, album, edition);
  const picture = await deps.coverArt.drawCover(facts, AbortSignal.timeout(PATIENCE_MS));
  const coverKey = COVER_FOLDER + newObjectName(endingOf(picture));
  await deps.storage.putObject(coverKey, picture.bytes, { contentType: picture.contentType });
  const isKept = await keepCover(deps, album, { coverKey, coverBy: picture.by, coverEdition: edition }, actor)
    // Nobody owns the bytes then.
    .catch(async (error) => {
      await forget(deps, coverKey);
      throw error;
    });
  if (isKept) {
    if (album.coverKey) await forget(deps, album.coverKey);
    return { imageUrl: coverUrlOf(coverKey)!, cached: false };
  }
  // Somebody else drew it meanwhile: theirs stands, and all links to it.
  await forget(deps, coverKey);
  const now = coverUrlOf((await findAlbum(deps, album.id)).coverKey);
  if (!now) throw new AppError('conflict', 'This cover was changed at the same moment. Please try again.');
  return { imageUrl: now, cached: true };
}

/** False when the album has another cover by now than when it was read. */
function keepCover(
  { db, clock }: CoverDeps,
  { id, coverKey: before }: AlbumRow,
  cover: Pick<AlbumRow, 'coverKey' | 'coverBy' | 'coverEdition'>,
  actor?: StaffIdentity,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const kept = await tx
      .update(albums)
      .set(cover)
      .where(and(eq(albums.id, id), before ? eq(albums.coverKey, before) : isNull(albums.coverKey)))
      .returning({ id: albums.id });
    if (kept.length > 0 && actor)
      await recordAudit(tx, {
        at: clock.now(),
        actor,
        action: 'album.redraw-cover',
        subject: { type: 'album', id },
      });
    return kept.length > 0;
  });
}

async function forget(deps: CoverDeps, key: string): Promise<void> {
  await deps.storage
    .deleteObject(key)
    .catch((error) => deps.log.warn({ err: error, key }, 'a replaced cover was left behind'));
}

const endingOf = ({ contentType }: CoverPicture) =>
  contentType === 'image/jpeg' ? 'jpg' : contentType === 'image/png' ? 'png' : 'webp';

async function gatherFacts(deps: CoverDeps, album: AlbumRow, edition: number): Promise<CoverFacts> {
  if (!album.analyzed)
    throw new AppError('conflict', 'This album has not been heard yet: its cover is drawn from its sound.', {
      reason: 'not_analyzed',
    });
  const rows = await listTracks(deps, album.id);
  const tracks = [];
  for (const row of rows) {
    const recording = await findMeasured(deps, row.audioSha256);
    if (!recording)
      throw new AppError('conflict', 'This album must be heard again before its cover can be drawn.');
    tracks.push(describeForCover({ title: row.title ?? '', sound: describeShape(recording.measures) }));
  }
  const sounds = rows.map(({ audioSha256 }) => audioSha256).join(' ');
  return {
    seed: createHash('sha256').update(`${sounds} ${album.artistName} ${album.albumName}`).digest('hex'),
    edition,
    artistName: album.artistName,
    albumName: album.albumName,
    tracks: [tracks[0], tracks[1], tracks[2]],
  };
}
