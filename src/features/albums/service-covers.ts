/** Covers: made once an album from its own sound, stored, and made again only when staff ask. */
import { createHash } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#platform/audit.ts';
import { AppError } from '#platform/errors.ts';
import type { CoverFacts, CoverPicture } from '#ports/cover-art.ts';
import { newObjectName } from '#ports/storage.ts';
import { findAlbum, listTracks } from './queries.ts';
import { COVER_FOLDER, coverUrlOf } from './rules.ts';
import { describeForCover } from './rules-cover.ts';
import { knownRecording, scoreRecording } from './service-analysis.ts';
import { type AlbumRow, albums } from './table.ts';

export type CoverDeps = Pick<Deps, 'db' | 'clock' | 'storage' | 'coverArt' | 'log'>;

export interface Cover {
  imageUrl: string;
  cached: boolean;
}

/** Cover makers that do not answer are given up after this, in milliseconds. */
const PATIENCE_MS = 120_000;

/** The album's cover, drawn now if it has none. */
export async function ensureCover(deps: CoverDeps, albumId: number): Promise<Cover> {
  const album = await findAlbum(deps, albumId);
  const known = coverUrlOf(album.coverKey);
  if (known) return { imageUrl: known, cached: true };
  return drawAndKeep(deps, album, album.coverEdition);
}

/** Another cover of the same album, for staff: the old one is gone. */
export async function redrawCover(
  deps: CoverDeps,
  albumId: number,
  actor: { id: number; name: string },
): Promise<Cover> {
  const album = await findAlbum(deps, albumId);
  const cover = await drawAndKeep(deps, album, album.coverKey ? album.coverEdition + 1 : album.coverEdition);
  const subject = { type: 'album', id: albumId };
  await deps.db.transaction((tx) =>
    recordAudit(tx, { at: deps.clock.now(), actor, action: 'album.redraw-cover', subject }),
  );
  return cover;
}

async function drawAndKeep(deps: CoverDeps, album: AlbumRow, edition: number): Promise<Cover> {
  const facts = await gatherFacts(deps, album, edition);
  const picture = await deps.coverArt.drawCover(facts, AbortSignal.timeout(PATIENCE_MS));
  const coverKey = COVER_FOLDER + newObjectName(endingOf(picture));
  await deps.storage.putObject(coverKey, picture.bytes, { contentType: picture.contentType });
  const before = album.coverKey;
  const kept = await deps.db
    .update(albums)
    .set({ coverKey, coverBy: picture.by, coverEdition: edition })
    .where(and(eq(albums.id, album.id), before ? eq(albums.coverKey, before) : isNull(albums.coverKey)))
    .returning({ id: albums.id });
  if (kept.length > 0) {
    if (before) await forget(deps, before);
    return { imageUrl: coverUrlOf(coverKey)!, cached: false };
  }
  // Somebody else drew it meanwhile: theirs stands, and all links to it.
  await forget(deps, coverKey);
  const now = coverUrlOf((await findAlbum(deps, album.id)).coverKey);
  if (!now) throw new AppError('conflict', 'This cover was changed at the same moment. Please try again.');
  return { imageUrl: now, cached: true };
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
    const recording = await knownRecording(deps, row.audioSha256);
    if (!recording)
      throw new AppError('conflict', 'This album must be heard again before its cover can be drawn.');
    tracks.push(describeForCover(scoreRecording(row.title ?? '', recording)));
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
