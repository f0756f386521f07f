/** What albums do with their recordings: wait for them, report on them, and let visitors hear them. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import type { RecordingUser } from '#ports/recording-user.ts';
import { ALBUM_JOB } from './job-names.ts';
import { isReleased } from './queries.ts';
import { isSender } from './service.ts';
import { awaitsReport } from './service-analysis.ts';
import { albumDrafts, albums, albumTracks } from './table.ts';

export function albumRecordings({ db, queue, tokens }: Pick<Deps, 'db' | 'queue' | 'tokens'>): RecordingUser {
  const tracksOf = (audioSha256: string) =>
    db.select({ id: albumTracks.albumId }).from(albumTracks).where(eq(albumTracks.audioSha256, audioSha256));
  const isOf = (audioSha256: string) => inArray(albums.id, tracksOf(audioSha256));
  return {
    isUsed: (audioSha256) => sql`EXISTS (SELECT FROM album_tracks t WHERE t.audio_sha256 = ${audioSha256})`,
    isOutdated: (audioSha256) => sql`EXISTS (
      SELECT FROM album_tracks t JOIN ${albums} ON ${albums.id} = t.album_id
      WHERE t.audio_sha256 = ${audioSha256} AND ${albums.analyzed} AND ${awaitsReport()})`,
    // Until it is in the stores, an album is heard by its artist alone; so is a draft.
    async mayHear(reader, audioSha256, visitor) {
      const { phoneE164, browserDigest } = albums;
      const tracks = await reader
        .select({ phoneE164, browserDigest, draftDigest: albumDrafts.browserDigest, released: isReleased() })
        .from(albumTracks)
        .leftJoin(albums, eq(albums.id, albumTracks.albumId))
        .leftJoin(albumDrafts, eq(albumDrafts.id, albumTracks.draftId))
        .where(eq(albumTracks.audioSha256, audioSha256));
      return tracks.some(
        ({ released, draftDigest, ...album }) =>
          released ||
          isSender(
            { tokens },
            { phoneE164: album.phoneE164, browserDigest: album.browserDigest ?? draftDigest },
            visitor,
          ),
      );
    },
    // Not if one of its tracks has failed already: the album stays failed.
    async onBegun(tx, audioSha256) {
      await tx
        .update(albums)
        .set({ state: 'running', failureMessage: null })
        .where(and(isOf(audioSha256), eq(albums.state, 'queued')));
    },
    async onMeasured(tx, audioSha256, priority) {
      const waiting = await tx
        .select({ id: albums.id })
        .from(albums)
        .where(and(isOf(audioSha256), awaitsReport()));
      for (const { id } of waiting) await queue.enqueue(tx, ALBUM_JOB, { albumId: id }, { priority });
    },
    async onFailed(tx, audioSha256, { message }) {
      await tx
        .update(albums)
        .set({ state: 'failed', failureMessage: message })
        .where(and(isOf(audioSha256), eq(albums.analyzed, false)));
    },
  };
}
