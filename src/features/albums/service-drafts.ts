/** Drafts: tracks that were dropped on the album page and stored one by one, before the album is sent. */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { and, asc, eq } from 'drizzle-orm';
import { checkMp3 } from '#audio/decode/mp3-frames.ts';
import type { Deps } from '#deps.ts';
import { AUDIO_FOLDER } from '#features/submissions/rules.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { ReceivedFile } from '#platform/http/receive-upload.ts';
import { randomCode } from '#platform/tokens.ts';
import { newObjectName, type ObjectBody } from '#ports/storage.ts';
import { COPY, MAX_FILE_BYTES, TRACKS } from './contract.ts';
import { ALBUM_JOB } from './job-names.ts';
import { type AlbumTrackRow, albumDrafts, albumTracks } from './table.ts';

export type DraftDeps = Pick<Deps, 'db' | 'clock' | 'storage' | 'queue' | 'tokens' | 'log'>;

const noDraft = () => new AppError('not_found', 'This draft is over. Please drop the tracks again.');

export const tooLarge = (field: string) =>
  new AppError('too_large', COPY.fileTooBig, { fields: { [field]: COPY.fileTooBig } });

/** Throws for what is too big or no MP3; `field` is where the page shows it. */
export async function refuseBadTrack(file: ReceivedFile, field: string): Promise<void> {
  if (file.tooBig || file.bytes > MAX_FILE_BYTES) throw tooLarge(field);
  refuseBadBytes(await readFile(file.path), field);
}

export function refuseBadBytes(bytes: Buffer, field: string): void {
  const checked = checkMp3(bytes);
  if (checked.ok) return;
  throw new AppError('not_audio', `${COPY.fileType}. ${checked.message}`, {
    reason: checked.reason,
    fields: { [field]: checked.message },
  });
}

export interface StoredTrack {
  audioKey: string;
  audioBytes: number;
  audioSha256: string;
  fileName: string;
}

export function storeTrack(deps: Pick<Deps, 'storage'>, file: ReceivedFile): Promise<StoredTrack> {
  return storeAudio(deps, createReadStream(file.path), file.name);
}

export async function storeAudio(
  { storage }: Pick<Deps, 'storage'>,
  body: ObjectBody,
  name: string,
): Promise<StoredTrack> {
  const audioKey = AUDIO_FOLDER + newObjectName('mp3');
  const { size, sha256 } = await storage.putObject(audioKey, body, {
    contentType: 'audio/mpeg',
    maxBytes: MAX_FILE_BYTES,
  });
  return { audioKey, audioBytes: size, audioSha256: sha256, fileName: name.slice(0, 255) || 'track.mp3' };
}

/** Adds a track to a draft, or opens one with it; at most three. Listening starts at once. */
export async function addDraftTrack(
  deps: DraftDeps,
  token: string | undefined,
  file: ReceivedFile,
): Promise<{ draft: string; track: AlbumTrackRow }> {
  if (token !== undefined) await readDraft(deps, token);
  await refuseBadTrack(file, 'track');
  const stored = await storeTrack(deps, file);
  const draft = token ?? randomCode();
  try {
    const track = await deps.db.transaction(async (tx) => {
      const draftId =
        token === undefined ? await openDraft(deps, tx, draft) : await lockDraft(deps, tx, token);
      return insertTrack(deps, tx, draftId, stored);
    });
    return { draft, track };
  } catch (error) {
    await deps.storage.deleteObject(stored.audioKey);
    throw error;
  }
}

/** Puts a stored track on the desk, and in line to be heard. */
export async function insertTrack(
  deps: DraftDeps,
  tx: Tx,
  draftId: number,
  stored: StoredTrack,
): Promise<AlbumTrackRow> {
  const [row] = await tx
    .insert(albumTracks)
    .values({ ...stored, draftId, createdAt: deps.clock.now() })
    .returning();
  await deps.queue.enqueue(tx, ALBUM_JOB, { trackId: row.id });
  return row;
}

const digestOf = ({ tokens }: Pick<Deps, 'tokens'>, token: string) => tokens.digest('album-draft', token);

export async function openDraft(deps: DraftDeps, tx: Tx, token: string): Promise<number> {
  const now = deps.clock.now();
  const [row] = await tx
    .insert(albumDrafts)
    .values({ tokenDigest: digestOf(deps, token), createdAt: now, touchedAt: now })
    .returning({ id: albumDrafts.id });
  return row.id;
}

/** Locks the draft, so that two drops at once cannot make four tracks. */
export async function lockDraft(deps: DraftDeps, tx: Tx, token: string): Promise<number> {
  const [draft] = await tx
    .update(albumDrafts)
    .set({ touchedAt: deps.clock.now() })
    .where(eq(albumDrafts.tokenDigest, digestOf(deps, token)))
    .returning({ id: albumDrafts.id });
  if (!draft) throw noDraft();
  const tracks = await tx
    .select({ id: albumTracks.id })
    .from(albumTracks)
    .where(eq(albumTracks.draftId, draft.id));
  if (tracks.length >= TRACKS) throw new AppError('conflict', COPY.tooMany, { reason: 'too_many' });
  return draft.id;
}

export async function readDraft(
  deps: Pick<Deps, 'db' | 'tokens'>,
  token: string,
): Promise<{ id: number; tracks: AlbumTrackRow[] }> {
  const [draft] = await deps.db
    .select({ id: albumDrafts.id })
    .from(albumDrafts)
    .where(eq(albumDrafts.tokenDigest, digestOf(deps, token)));
  if (!draft) throw noDraft();
  const tracks = await deps.db
    .select()
    .from(albumTracks)
    .where(eq(albumTracks.draftId, draft.id))
    .orderBy(asc(albumTracks.id));
  return { id: draft.id, tracks };
}

export async function removeDraftTrack(deps: DraftDeps, token: string, trackId: number): Promise<void> {
  const draft = await readDraft(deps, token);
  const [row] = await deps.db
    .delete(albumTracks)
    .where(and(eq(albumTracks.id, trackId), eq(albumTracks.draftId, draft.id)))
    .returning({ audioKey: albumTracks.audioKey });
  if (!row) throw new AppError('not_found', 'This track is not in the draft.');
  await deps.storage
    .deleteObject(row.audioKey)
    .catch((error) => deps.log.warn({ err: error }, 'audio of a removed album track left behind'));
}
