/** Drafts: tracks that were dropped on the album page and stored one by one, before the album is sent. */
import { and, eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { PRIORITY } from '#features/recordings/rules-run.ts';
import {
  addRecordings,
  bytesOf,
  forgetRecordings,
  lockRecordings,
  refuseBadFile,
  removeAudio,
} from '#features/recordings/service.ts';
import { requestMeasuring } from '#features/recordings/service-run.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { ReceivedFile } from '#platform/http/receive-upload.ts';
import { randomCode } from '#platform/tokens.ts';
import { COPY } from './copy.ts';
import { TRACKS } from './limits.ts';
import { type AlbumTrackRow, readTrack, selectTracks } from './queries.ts';
import { albumDrafts, albumTracks } from './table.ts';

export type DraftDeps = Pick<
  Deps,
  'db' | 'clock' | 'storage' | 'queue' | 'tokens' | 'log' | 'recordingUsers'
>;

const noDraft = () => new AppError('not_found', 'This draft is over. Please drop the tracks again.');

export const fileNameOf = ({ name }: { name: string }) => name.slice(0, 255) || 'track.mp3';

/** Adds a track to a draft, or opens one with it; at most three. Measuring starts at once. */
export async function addDraftTrack(
  deps: DraftDeps,
  token: string | undefined,
  file: ReceivedFile,
  browserId: string,
): Promise<{ draft: string; track: AlbumTrackRow }> {
  if (token !== undefined) await readDraft(deps, token);
  await refuseBadFile(file, 'track');
  const draft = token ?? randomCode();
  const trackId = await addRecordings(deps, [bytesOf(file)], async (tx, [audioSha256]) => {
    const draftId =
      token === undefined ? await openDraft(deps, tx, draft, browserId) : await lockDraft(deps, tx, token);
    return insertTrack(deps, tx, draftId, { audioSha256, fileName: fileNameOf(file) });
  });
  return { draft, track: await readTrack(deps, trackId) };
}

/** Puts a track into a draft, and its recording in line. */
export async function insertTrack(
  deps: DraftDeps,
  tx: Tx,
  draftId: number,
  track: { audioSha256: string; fileName: string },
): Promise<number> {
  const [row] = await tx
    .insert(albumTracks)
    .values({ ...track, draftId, createdAt: deps.clock.now() })
    .returning({ id: albumTracks.id });
  await requestMeasuring(deps, tx, track.audioSha256, PRIORITY.draft);
  return row.id;
}

/** The browser that sends an album, as its rows know it. */
export const senderDigest = ({ tokens }: Pick<Deps, 'tokens'>, browserId: string) =>
  tokens.digest('album', browserId);

const digestOf = ({ tokens }: Pick<Deps, 'tokens'>, token: string) => tokens.digest('album-draft', token);

export async function openDraft(deps: DraftDeps, tx: Tx, token: string, browserId: string): Promise<number> {
  const now = deps.clock.now();
  const [row] = await tx
    .insert(albumDrafts)
    .values({
      tokenDigest: digestOf(deps, token),
      browserDigest: senderDigest(deps, browserId),
      createdAt: now,
      touchedAt: now,
    })
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
  return { id: draft.id, tracks: await selectTracks(deps, eq(albumTracks.draftId, draft.id)) };
}

export async function removeDraftTrack(deps: DraftDeps, token: string, trackId: number): Promise<void> {
  const draft = await readDraft(deps, token);
  const track = draft.tracks.find(({ id }) => id === trackId);
  if (!track) throw new AppError('not_found', 'This track is not in the draft.');
  const gone = await deps.db.transaction(async (tx) => {
    await lockRecordings(tx, [track.audioSha256]);
    await tx.delete(albumTracks).where(and(eq(albumTracks.id, trackId), eq(albumTracks.draftId, draft.id)));
    return forgetRecordings(deps, tx, [track.audioSha256]);
  });
  await removeAudio(deps, gone);
}
