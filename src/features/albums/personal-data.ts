/** What albums keep about a person: the albums they sent in, with their tracks and covers. */
import { asc, inArray } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { forgetRecordings, lockRecordings } from '#features/recordings/service.ts';
import { keepDigits } from '#platform/phone-digits.ts';
import type { PersonalData } from '#ports/personal-data.ts';
import { albumSelections, albums, albumTracks } from './table.ts';

export const albumData = (deps: Pick<Deps, 'recordingUsers'>): PersonalData => ({
  columns: ['album_submissions.*', 'album_selections.*', 'album_tracks.*', 'album_batch_items.*'],
  kept: {
    'a draft is nobody’s yet, and swept when it is not sent': [
      'album_drafts.token_digest',
      'album_drafts.browser_digest',
      'album_uploads.file_name',
      'album_upload_parts.object_key',
    ],
    'who of the staff began it': ['album_batches.started_by'],
  },
  async find(tx, { phoneNumber, e164 }) {
    const keys = [keepDigits(phoneNumber), ...(e164 ? [e164] : [])];
    const rows = await tx.select().from(albums).where(inArray(albums.phoneKey, keys)).orderBy(asc(albums.id));
    return {
      names: rows.map(({ artistName }) => artistName),
      phoneNumbers: rows.map((row) => row.phoneNumber),
      albumIds: rows.map(({ id }) => id),
    };
  },
  async export(tx, { albumIds }) {
    const rows = await tx.select().from(albums).where(inArray(albums.id, albumIds)).orderBy(asc(albums.id));
    const tracks = await tx.select().from(albumTracks).where(inArray(albumTracks.albumId, albumIds));
    const selections = await tx
      .select()
      .from(albumSelections)
      .where(inArray(albumSelections.albumId, albumIds));
    return {
      albums: rows.map((album) => ({
        ...album,
        selection: selections.find(({ albumId }) => albumId === album.id) ?? null,
        tracks: tracks.filter(({ albumId }) => albumId === album.id),
      })),
    };
  },
  async move(tx, { albumIds }, { e164 }) {
    await tx.update(albums).set({ phoneNumber: e164, phoneE164: e164 }).where(inArray(albums.id, albumIds));
  },
  async erase(tx, { albumIds }) {
    const tracks = await tx.select().from(albumTracks).where(inArray(albumTracks.albumId, albumIds));
    const sha256s = tracks.map(({ audioSha256 }) => audioSha256);
    await lockRecordings(tx, sha256s);
    const gone = await tx.delete(albums).where(inArray(albums.id, albumIds)).returning();
    const audioKeys = await forgetRecordings(deps, tx, sha256s);
    return [...audioKeys, ...gone.flatMap(({ coverKey }) => coverKey ?? [])];
  },
});
