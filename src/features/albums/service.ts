/** Writes albums: the row, its three tracks and their recordings come together or not at all. */
import { and, desc, eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { agreeToTexts } from '#features/notices/service-consent.ts';
import { PRIORITY } from '#features/recordings/rules-run.ts';
import { addRecordings, bytesOf, lockRecordings, refuseBadFile } from '#features/recordings/service.ts';
import { requestMeasuring } from '#features/recordings/service-run.ts';
import type { Sender } from '#features/submissions/service.ts';
import { isBound } from '#features/submissions/service-artist-links.ts';
import { recordAudit } from '#platform/audit.ts';
import type { DbOrTx, Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { ReceivedFile } from '#platform/http/receive-upload.ts';
import type { StaffIdentity, Visitor } from '#platform/http/route.ts';
import { type CountryCode, normalisePhone } from '#platform/phone.ts';
import type { AlbumFields } from './contract.ts';
import { COPY } from './copy.ts';
import { TRACKS } from './limits.ts';
import { findAlbum, listTracks } from './queries.ts';
import { type DraftDeps, fileNameOf, readDraft, senderDigest } from './service-drafts.ts';
import { albumDrafts, albums, albumTracks } from './table.ts';

export type AlbumDeps = DraftDeps & Pick<Deps, 'campaign'>;

/** Where the three tracks come from: files of this very call, or tracks of a draft in the order wanted. */
export type TrackSource =
  | { files: readonly (ReceivedFile | undefined)[] }
  | { draft: string; trackIds: readonly (number | undefined)[] };

export async function submitAlbum(
  deps: AlbumDeps,
  fields: AlbumFields,
  source: TrackSource,
  sender: Sender,
): Promise<number> {
  return 'files' in source
    ? submitFiles(deps, fields, source.files, sender)
    : submitDraft(deps, fields, source.draft, source.trackIds, sender);
}

async function submitFiles(
  deps: AlbumDeps,
  fields: AlbumFields,
  files: readonly (ReceivedFile | undefined)[],
  sender: Sender,
): Promise<number> {
  const given: ReceivedFile[] = [];
  for (let position = 1; position <= TRACKS; position++) {
    const file = files[position - 1];
    if (!file) throw missingTrack(position);
    await refuseBadFile(file, `track${position}`);
    given.push(file);
  }
  return addRecordings(deps, given.map(bytesOf), async (tx, sha256s) => {
    const albumId = await insertAlbum(deps, tx, fields, sender);
    await tx.insert(albumTracks).values(
      sha256s.map((audioSha256, index) => ({
        albumId,
        position: index + 1,
        title: titleOf(fields, index),
        fileName: fileNameOf(given[index]),
        audioSha256,
        createdAt: deps.clock.now(),
      })),
    );
    await requestAll(deps, tx, sha256s);
    return albumId;
  });
}

/** Somebody waits for these, so they go ahead of drafts that are measured in advance. */
async function requestAll(deps: Pick<Deps, 'queue' | 'clock'>, tx: Tx, sha256s: readonly string[]) {
  for (const audioSha256 of [...sha256s].sort())
    await requestMeasuring(deps, tx, audioSha256, PRIORITY.normal);
}

async function submitDraft(
  deps: AlbumDeps,
  fields: AlbumFields,
  token: string,
  trackIds: readonly (number | undefined)[],
  sender: Sender,
): Promise<number> {
  const draft = await readDraft(deps, token);
  const sha256s = draft.tracks.map(({ audioSha256 }) => audioSha256);
  return deps.db.transaction(async (tx) => {
    await lockRecordings(tx, sha256s);
    const tracks = await tx
      .select({ id: albumTracks.id })
      .from(albumTracks)
      .where(eq(albumTracks.draftId, draft.id))
      .for('update');
    const known = new Set(tracks.map(({ id }) => id));
    trackIds.forEach((id, index) => {
      if (id === undefined || !known.delete(id)) throw missingTrack(index + 1);
    });
    if (known.size > 0) throw new AppError('invalid', COPY.tooMany);
    const albumId = await insertAlbum(deps, tx, fields, sender);
    for (const [index, id] of trackIds.entries())
      await tx
        .update(albumTracks)
        .set({ draftId: null, albumId, position: index + 1, title: titleOf(fields, index) })
        .where(eq(albumTracks.id, id!));
    await tx.delete(albumDrafts).where(eq(albumDrafts.id, draft.id));
    await requestAll(deps, tx, sha256s);
    return albumId;
  });
}

const missingTrack = (position: number) =>
  new AppError('invalid', COPY.fileMissing(position), {
    fields: { [`track${position}`]: COPY.fileMissing(position) },
  });

const titleOf = (fields: AlbumFields, index: number) =>
  [fields.track1Title, fields.track2Title, fields.track3Title][index];

async function insertAlbum(deps: AlbumDeps, tx: Tx, fields: AlbumFields, sender: Sender): Promise<number> {
  const { browserId, visitor, texts } = sender;
  const phoneE164 = normalisePhone(fields.phoneNumber, deps.campaign.defaultCountry as CountryCode);
  const [row] = await tx
    .insert(albums)
    .values({
      artistName: fields.artistName,
      albumName: fields.albumName,
      phoneNumber: fields.phoneNumber,
      phoneE164,
      browserDigest: senderDigest(deps, browserId),
      createdAt: deps.clock.now(),
    })
    .returning({ id: albums.id });
  const isProven = visitor.person?.phone === phoneE164;
  if (texts && phoneE164) await agreeToTexts(deps, tx, phoneE164, { givenIn: 'album', isProven });
  return row.id;
}

export function isSender(
  deps: Pick<Deps, 'tokens'>,
  album: { browserDigest: string | null; phoneE164: string | null },
  { browserId, person }: Visitor,
): boolean {
  if (person && album.phoneE164 === person.phone) return true;
  return browserId !== null && album.browserDigest === senderDigest(deps, browserId);
}

/** Its sender, and whoever bears the signed link that its artist was texted, on whatever phone. */
export async function mayPayAsOwn(
  deps: Pick<Deps, 'tokens' | 'clock'>,
  reader: DbOrTx,
  albumId: number,
  visitor: Visitor,
  access?: string,
): Promise<boolean> {
  const [album] = await reader.select().from(albums).where(eq(albums.id, albumId));
  if (!album) return false;
  return isSender(deps, album, visitor) || isBound(deps, 'album', album, access);
}

/** The album this browser sent last and has not paid for, for a call that names none. */
export async function findUnpaidAlbum(
  deps: Pick<Deps, 'db' | 'tokens'>,
  browserId: string | null,
): Promise<number | null> {
  if (browserId === null) return null;
  const [row] = await deps.db
    .select({ id: albums.id })
    .from(albums)
    .where(and(eq(albums.browserDigest, senderDigest(deps, browserId)), eq(albums.submissionPaid, false)))
    .orderBy(desc(albums.id))
    .limit(1);
  return row?.id ?? null;
}

export async function retryAlbum(
  deps: Pick<Deps, 'db' | 'queue' | 'clock' | 'tokens'>,
  id: number,
  asker: { visitor: Visitor; staff: StaffIdentity | null },
): Promise<void> {
  const album = await findAlbum(deps, id);
  const { staff: actor } = asker;
  if (!actor && !isSender(deps, album, asker.visitor))
    throw new AppError('forbidden', 'Only the artist who sent this album can do that.');
  const tracks = await listTracks(deps, id);
  const sha256s = tracks.map(({ audioSha256 }) => audioSha256);
  await deps.db.transaction(async (tx) => {
    await requestAll(deps, tx, sha256s);
    const again = await tx
      .update(albums)
      .set({ state: 'queued', failureMessage: null })
      .where(and(eq(albums.id, id), eq(albums.state, 'failed')))
      .returning({ id: albums.id });
    if (again.length === 0) throw new AppError('conflict', 'This album is not waiting for a retry.');
    const subject = { type: 'album', id };
    if (actor) await recordAudit(tx, { at: deps.clock.now(), actor, action: 'album.retry', subject });
  });
}
