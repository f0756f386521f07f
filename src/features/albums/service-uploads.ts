/**
 * Tracks that arrive in pieces. Each piece is an object of its own until the last one has arrived; then they become one track,
 * checked like any other. Any server may take the next piece: what has arrived is in the database and the object store.
 */
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { MAX_FILE_BYTES } from '#features/recordings/rules-file.ts';
import { addRecordings, refuseBadBytes, tooLarge } from '#features/recordings/service.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { ReceivedFile } from '#platform/http/receive-upload.ts';
import { randomCode } from '#platform/tokens.ts';
import { newObjectName } from '#ports/storage.ts';
import { PIECE_BYTES, TRACKS } from './limits.ts';
import { type AlbumTrackRow, readTrack } from './queries.ts';
import { PIECE_FOLDER } from './rules.ts';
import { type DraftDeps, insertTrack, lockDraft, openDraft, readDraft } from './service-drafts.ts';
import { type AlbumUploadRow, albumUploadParts, albumUploads } from './table.ts';

interface NewUpload {
  draft?: string;
  fileName: string;
  bytes: number;
  checksum: number;
}

const noUpload = () => new AppError('not_found', 'This upload is over. Please drop the track again.');

/** The same file of the same draft goes on where it was; any other begins at 0. */
export async function openUpload(
  deps: DraftDeps,
  { draft: token, ...file }: NewUpload,
  browserId: string,
): Promise<{ draft: string; upload: AlbumUploadRow }> {
  if (file.bytes > MAX_FILE_BYTES) throw tooLarge('track');
  const draft = token ?? randomCode();
  const upload = await deps.db.transaction(async (tx) => {
    const draftId =
      token === undefined ? await openDraft(deps, tx, draft, browserId) : await lockDraft(deps, tx, token);
    const begun = await listUploads({ db: tx }, draftId);
    const same = begun.find(
      ({ fileName, bytes, checksum }) =>
        fileName === file.fileName && bytes === file.bytes && checksum === file.checksum,
    );
    if (same) return same;
    // Never more of them than tracks: the one begun first is given up, its pieces are swept.
    if (begun.length >= TRACKS) await tx.delete(albumUploads).where(eq(albumUploads.id, begun[0].id));
    const [row] = await tx
      .insert(albumUploads)
      .values({ ...file, draftId, createdAt: deps.clock.now() })
      .returning();
    return row;
  });
  return { draft, upload };
}

/** Those still arriving, the first begun first. */
export function listUploads(
  { db }: { db: DraftDeps['db'] | Tx },
  draftId: number,
): Promise<AlbumUploadRow[]> {
  return db
    .select()
    .from(albumUploads)
    .where(and(eq(albumUploads.draftId, draftId), isNull(albumUploads.trackId)))
    .orderBy(asc(albumUploads.id));
}

async function findUpload(deps: DraftDeps, token: string, uploadId: number): Promise<AlbumUploadRow> {
  const draft = await readDraft(deps, token);
  const [upload] = await deps.db
    .select()
    .from(albumUploads)
    .where(and(eq(albumUploads.id, uploadId), eq(albumUploads.draftId, draft.id)));
  if (!upload) throw noUpload();
  return upload;
}

export interface Arrived {
  received: number;
  /** Once it is whole. */
  track: AlbumTrackRow | null;
}

/** Takes a piece that begins where the upload stands, and in any case says where that is. */
export async function addPiece(
  deps: DraftDeps,
  token: string,
  uploadId: number,
  start: number,
  piece: ReceivedFile,
): Promise<Arrived> {
  const upload = await findUpload(deps, token, uploadId);
  const fits = !piece.tooBig && piece.bytes > 0 && start + piece.bytes <= upload.bytes;
  if (!fits) throw new AppError('invalid', `A piece is 1 to ${PIECE_BYTES} bytes of the announced file.`);
  if (start === upload.received) await keepPiece(deps, upload, piece);
  return finishIfWhole(deps, token, await findUpload(deps, token, uploadId));
}

async function keepPiece(deps: DraftDeps, upload: AlbumUploadRow, piece: ReceivedFile): Promise<void> {
  const objectKey = PIECE_FOLDER + newObjectName('bin');
  await deps.storage.putObject(objectKey, await readFile(piece.path), {
    contentType: 'application/octet-stream',
    maxBytes: PIECE_BYTES,
  });
  try {
    await deps.db.transaction(async (tx) => {
      const [moved] = await tx
        .update(albumUploads)
        .set({ received: sql`${albumUploads.received} + ${piece.bytes}` })
        .where(and(eq(albumUploads.id, upload.id), eq(albumUploads.received, upload.received)))
        .returning({ id: albumUploads.id });
      // The same piece, sent twice at once: the other one was taken.
      if (!moved) throw new PieceTakenError();
      await tx
        .insert(albumUploadParts)
        .values({ uploadId: upload.id, startByte: upload.received, bytes: piece.bytes, objectKey });
    });
  } catch (error) {
    await deps.storage.deleteObject(objectKey);
    if (!(error instanceof PieceTakenError)) throw error;
  }
}

class PieceTakenError extends Error {}

/** Also covers an upload whose last piece arrived just before its server died. */
async function finishIfWhole(deps: DraftDeps, token: string, upload: AlbumUploadRow): Promise<Arrived> {
  const { received, bytes, trackId } = upload;
  if (trackId !== null) return { received, track: await readTrack(deps, trackId) };
  return { received, track: received === bytes ? await makeTrack(deps, token, upload) : null };
}

async function makeTrack(deps: DraftDeps, token: string, upload: AlbumUploadRow): Promise<AlbumTrackRow> {
  const parts = await deps.db
    .select()
    .from(albumUploadParts)
    .where(eq(albumUploadParts.uploadId, upload.id))
    .orderBy(asc(albumUploadParts.startByte));
  try {
    const whole = await joinPieces(deps, parts);
    await refuseDamaged(upload, whole);
    const track = await keepTrack(deps, token, upload, whole);
    await forgetPieces(deps, parts);
    return track;
  } catch (error) {
    // Another call found it whole at the same moment and got there first: the pieces are gone, the track is there.
    const [now] = await deps.db.select().from(albumUploads).where(eq(albumUploads.id, upload.id));
    if (now?.trackId) return readTrack(deps, now.trackId);
    if (error instanceof AppError && REFUSED.includes(error.code)) {
      await deps.db.delete(albumUploads).where(eq(albumUploads.id, upload.id));
      await forgetPieces(deps, parts);
    }
    throw error;
  }
}

/** What is wrong with the file itself: sending it again would not help. */
const REFUSED = ['invalid', 'not_audio'];

async function joinPieces({ storage }: DraftDeps, parts: readonly { objectKey: string }[]): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (const { objectKey } of parts) pieces.push(await buffer((await storage.getObject(objectKey)).stream));
  return Buffer.concat(pieces);
}

async function refuseDamaged({ checksum }: AlbumUploadRow, whole: Buffer): Promise<void> {
  if (crc32(whole) !== checksum)
    throw new AppError('invalid', 'The track arrived damaged. Please drop it again.', { reason: 'damaged' });
  await refuseBadBytes(async () => whole, 'track');
}

/** Once, however many calls find the upload whole at the same moment. */
async function keepTrack(
  deps: DraftDeps,
  token: string,
  upload: AlbumUploadRow,
  whole: Buffer,
): Promise<AlbumTrackRow> {
  const trackId = await addRecordings(deps, [whole], async (tx, [audioSha256]) => {
    const draftId = await lockDraft(deps, tx, token);
    const [open] = await tx
      .select({ id: albumUploads.id })
      .from(albumUploads)
      .where(and(eq(albumUploads.id, upload.id), isNull(albumUploads.trackId)));
    if (!open) throw noUpload();
    const made = await insertTrack(deps, tx, draftId, { audioSha256, fileName: upload.fileName });
    await tx.update(albumUploads).set({ trackId: made }).where(eq(albumUploads.id, upload.id));
    await tx.delete(albumUploadParts).where(eq(albumUploadParts.uploadId, upload.id));
    return made;
  });
  return readTrack(deps, trackId);
}

/** What stays behind is swept: no row names it any more. */
async function forgetPieces(deps: DraftDeps, parts: readonly { objectKey: string }[]): Promise<void> {
  for (const { objectKey } of parts)
    await deps.storage
      .deleteObject(objectKey)
      .catch((error) => deps.log.warn({ err: error }, 'a piece of an upload was left behind'));
}

export async function removeUpload(deps: DraftDeps, token: string, uploadId: number): Promise<void> {
  const upload = await findUpload(deps, token, uploadId);
  if (upload.trackId !== null) throw new AppError('conflict', 'This track is whole. Remove it as a track.');
  const parts = await deps.db.select().from(albumUploadParts).where(eq(albumUploadParts.uploadId, uploadId));
  await deps.db.delete(albumUploads).where(eq(albumUploads.id, uploadId));
  await forgetPieces(deps, parts);
}
