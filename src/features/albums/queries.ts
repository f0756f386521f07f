/** Reads of albums, the artist's side. */
import { asc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { orders } from '#features/orders/table.ts';
import { countAhead } from '#features/recordings/queries.ts';
import { audioUrlOf } from '#features/recordings/rules-file.ts';
import { doneShare } from '#features/recordings/rules-run.ts';
import { recordingRuns, recordings } from '#features/recordings/table.ts';
import { idParams } from '#features/submissions/contract.ts';
import { AppError } from '#platform/errors.ts';
import type { Album, AlbumResult, AlbumStatus } from './contract.ts';
import { TRACKS } from './limits.ts';
import { albumPercent, coverUrlOf } from './rules.ts';
import { type AlbumRow, albums, albumTracks } from './table.ts';

type Reads = Pick<Deps, 'db'>;

export const albumNotFound = () => new AppError('not_found', 'The requested album could not be found.');

export async function findAlbum({ db }: Reads, id: number): Promise<AlbumRow> {
  const [row] = await db.select().from(albums).where(eq(albums.id, id));
  if (!row) throw albumNotFound();
  return row;
}

/** What the head of an album's page says: only public fields. */
export type AlbumCard = Pick<AlbumRow, 'artistName' | 'albumName' | 'coverKey'>;

export async function findAlbumCard({ db }: Reads, id: string): Promise<AlbumCard | null> {
  const parsed = idParams.safeParse({ id });
  if (!parsed.success) return null;
  const { artistName, albumName, coverKey } = albums;
  const [row] = await db
    .select({ artistName, albumName, coverKey })
    .from(albums)
    .where(eq(albums.id, parsed.data.id));
  return row ?? null;
}

export type AlbumTrackRow = Awaited<ReturnType<typeof selectTracks>>[number];

/** Tracks with what is known of their recordings, in their order. */
export function selectTracks({ db }: Reads, which: SQL) {
  const { audioKey, bytes, durationSeconds, peaks } = recordings;
  return db
    .select({ ...getTableColumns(albumTracks), audioKey, bytes, durationSeconds, peaks })
    .from(albumTracks)
    .innerJoin(recordings, eq(recordings.audioSha256, albumTracks.audioSha256))
    .where(which)
    .orderBy(asc(albumTracks.position), asc(albumTracks.id));
}

export const listTracks = (deps: Reads, albumId: number) =>
  selectTracks(deps, eq(albumTracks.albumId, albumId));

export async function readTrack(deps: Reads, trackId: number): Promise<AlbumTrackRow> {
  const [track] = await selectTracks(deps, eq(albumTracks.id, trackId));
  if (!track) throw new AppError('not_found', 'This track is not there any more.');
  return track;
}

/** A condition on albums: staff delivered the release that was paid for. */
export const isReleased = () =>
  sql<boolean>`EXISTS (SELECT FROM ${orders} WHERE ${orders.albumId} = ${albums.id}
    AND ${inArray(orders.product, ['albumWinner', 'albumPublication'])} AND ${orders.state} = 'delivered')`;

export async function readAlbum(
  deps: Reads,
  id: number,
  { isStaff, isMine }: { isStaff: boolean; isMine: (row: AlbumRow) => boolean },
): Promise<Album> {
  const row = await findAlbum(deps, id);
  const mine = isMine(row);
  const [{ released }] = await deps.db
    .select({ released: isReleased() })
    .from(albums)
    .where(eq(albums.id, id));
  const tracks = await listTracks(deps, id);
  return {
    id: row.id,
    artistName: row.artistName,
    albumName: row.albumName,
    tracks: tracks.map((track) => ({
      id: track.id,
      title: track.title ?? '',
      duration: track.durationSeconds,
      audioUrl: audioUrlOf(track.audioKey),
      peaks: track.peaks,
      score: track.score,
    })),
    analyzed: row.analyzed,
    state: row.state,
    analysis: row.albumAnalysis,
    overallScore: row.overallScore,
    coverImageUrl: coverUrlOf(row.coverKey),
    submissionPaid: row.submissionPaid,
    distributionPaid: row.distributionPaid,
    selected: row.selectedAt !== null,
    personalMessage: row.personalMessage,
    createdAt: row.createdAt.toISOString(),
    mine,
    playable: isStaff || mine || released,
  };
}

export async function readResult(deps: Reads, id: number): Promise<AlbumResult> {
  const { state, albumAnalysis } = await findAlbum(deps, id);
  if (!albumAnalysis) return { albumId: id, state };
  const { overallScore, albumExperience, songBreakdown, albumDealExplanation } = albumAnalysis;
  return { albumId: id, state, overallScore, albumExperience, songBreakdown, albumDealExplanation };
}

/** Tracks count in order: no track shows progress before the one ahead of it is done. */
export async function readAlbumStatus({ db }: Reads, id: number): Promise<AlbumStatus> {
  const { state, failureMessage } = await findAlbum({ db }, id);
  const runs = await db
    .select({ run: recordingRuns })
    .from(albumTracks)
    .leftJoin(recordingRuns, eq(recordingRuns.audioSha256, albumTracks.audioSha256))
    .where(eq(albumTracks.albumId, id))
    .orderBy(asc(albumTracks.position));
  const measured = runs.findIndex(({ run }) => run?.stage !== 'done');
  const at = measured === -1 ? TRACKS - 1 : measured;
  const run = runs[at]?.run;
  return {
    state,
    track: at + 1,
    percent: albumPercent(state, at, run ? doneShare(run.stage, run.fraction) : 0),
    ahead: state === 'queued' && run ? await countAhead({ db }, run.audioSha256) : 0,
    failure: state === 'failed' ? failureMessage : null,
  };
}
