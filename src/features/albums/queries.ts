/** Reads of albums, the artist's side. */
import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm';
import { ENGINE_VERSION } from '#audio/measure.ts';
import type { Deps } from '#deps.ts';
import { idParams } from '#features/submissions/contract.ts';
import { fileNameOf } from '#features/submissions/rules.ts';
import { recordings } from '#features/submissions/table.ts';
import { AppError } from '#platform/errors.ts';
import type { Album, AlbumResult, AlbumStatus } from './contract.ts';
import { albumPercent, coverUrlOf } from './rules.ts';
import { type AlbumRow, type AlbumTrackRow, albums, albumTracks } from './table.ts';

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

export function listTracks({ db }: Reads, albumId: number): Promise<AlbumTrackRow[]> {
  return db
    .select()
    .from(albumTracks)
    .where(eq(albumTracks.albumId, albumId))
    .orderBy(asc(albumTracks.position));
}

export const audioUrlOf = ({ audioKey }: Pick<AlbumTrackRow, 'audioKey'>) =>
  `/api/audio/${fileNameOf(audioKey)}`;

export async function readAlbum(deps: Reads, id: number, mine: (row: AlbumRow) => boolean): Promise<Album> {
  const row = await findAlbum(deps, id);
  const tracks = await listTracks(deps, id);
  const peaks = await readPeaks(deps, tracks);
  return {
    id: row.id,
    artistName: row.artistName,
    albumName: row.albumName,
    tracks: tracks.map((track) => ({
      id: track.id,
      title: track.title ?? '',
      duration: track.durationSeconds,
      audioUrl: audioUrlOf(track),
      peaks: peaks.get(track.audioSha256) ?? null,
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
    mine: mine(row),
  };
}

async function readPeaks({ db }: Reads, tracks: readonly AlbumTrackRow[]): Promise<Map<string, number[]>> {
  if (tracks.length === 0) return new Map();
  const rows = await db
    .select({ sha256: recordings.audioSha256, peaks: recordings.peaks })
    .from(recordings)
    .where(
      and(
        inArray(
          recordings.audioSha256,
          tracks.map(({ audioSha256 }) => audioSha256),
        ),
        eq(recordings.engineVersion, ENGINE_VERSION),
      ),
    );
  return new Map(rows.map(({ sha256, peaks }) => [sha256, peaks]));
}

export async function readResult(deps: Reads, id: number): Promise<AlbumResult> {
  const { state, albumAnalysis } = await findAlbum(deps, id);
  if (!albumAnalysis) return { albumId: id, state };
  const { overallScore, albumExperience, songBreakdown, albumDealExplanation } = albumAnalysis;
  return { albumId: id, state, overallScore, albumExperience, songBreakdown, albumDealExplanation };
}

export async function readAlbumStatus({ db }: Reads, id: number): Promise<AlbumStatus> {
  const { state, heardTrack, fraction, failureMessage } = await findAlbum({ db }, id);
  return {
    state,
    track: heardTrack,
    percent: albumPercent(state, heardTrack, fraction),
    ahead: state === 'queued' ? await countAhead({ db }, id) : 0,
    failure: state === 'failed' ? failureMessage : null,
  };
}

async function countAhead({ db }: Reads, id: number): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(albums)
    .where(and(inArray(albums.state, ['queued', 'running']), lt(albums.id, id)));
  return row.count;
}
