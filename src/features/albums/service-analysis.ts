/** Writes the analysis of an album from its three recordings, as soon as all of them are measured. */
import { and, eq, or, sql } from 'drizzle-orm';
import { ENGINE_VERSION } from '#audio/measure.ts';
import type { Deps } from '#deps.ts';
import { addNotice } from '#features/notices/service.ts';
import { writeTranscription } from '#features/recordings/rules-transcript.ts';
import { scoreTrack } from '#features/scoring/rules-score.ts';
import { SHEET_VERSION } from '#features/scoring/rules-sheet.ts';
import { readRecording } from '#features/scoring/service.ts';
import type { Tx } from '#platform/db/connect.ts';
import type { JobRun } from '#platform/jobs/job.ts';
import { LostJobError } from '#platform/jobs/queue.ts';
import { type AlbumTrackRow, listTracks } from './queries.ts';
import { albumPath } from './rules.ts';
import { ALBUM_SHEET_VERSION, type AlbumTrack } from './rules-album.ts';
import { analyseAlbum } from './rules-analysis.ts';
import { albums, albumTracks } from './table.ts';

type AnalysisDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'campaign' | 'transcription' | 'queue'>;

/** Without an analysis, or with one by an older engine or sheet. */
export const awaitsReport = () =>
  or(
    eq(albums.analyzed, false),
    sql`${albums.albumAnalysis} ->> 'engineVersion' <> ${ENGINE_VERSION}`,
    sql`${albums.albumAnalysis} ->> 'sheetVersion' <> ${SHEET_VERSION}`,
    sql`${albums.albumAnalysis} ->> 'albumSheetVersion' <> ${ALBUM_SHEET_VERSION}`,
  );

const OUR_FAULT =
  'We could not write the report of this album, and it is our fault, not yours. Please try again in a few minutes.';

export async function reportAlbum(deps: AnalysisDeps, id: number, run: JobRun): Promise<void> {
  try {
    const [album] = await deps.db
      .select({ id: albums.id })
      .from(albums)
      .where(and(eq(albums.id, id), awaitsReport()));
    if (!album) return;
    const rows = await listTracks(deps, id);
    const tracks: AlbumTrack[] = [];
    for (const row of rows) {
      const recording = await readRecording(deps, row.audioSha256, null);
      // Not measured yet: the report is requested again once it is.
      if (!recording) return;
      const { track: sound, transcript } = recording;
      tracks.push({ title: row.title ?? '', sound, score: scoreTrack(sound), transcript });
    }
    await keepAnalysis(deps, id, run, rows, tracks);
  } catch (error) {
    if (error instanceof LostJobError) return;
    if (run.lastAttempt && !run.signal.aborted)
      await failAlbum(deps, id, run).catch((e) =>
        deps.log.warn({ err: e }, 'could not mark an album as failed'),
      );
    throw error;
  }
}

async function failAlbum({ db }: AnalysisDeps, id: number, run: JobRun): Promise<void> {
  await db.transaction(async (tx) => {
    await run.assertOwned(tx);
    await tx
      .update(albums)
      .set({ state: 'failed', failureMessage: OUR_FAULT })
      .where(and(eq(albums.id, id), eq(albums.analyzed, false)));
  });
}

async function keepAnalysis(
  deps: AnalysisDeps,
  id: number,
  run: JobRun,
  rows: readonly AlbumTrackRow[],
  tracks: readonly AlbumTrack[],
): Promise<void> {
  const { db, clock, campaign } = deps;
  const [one, two, three] = tracks;
  const analysis = analyseAlbum([one, two, three], ENGINE_VERSION, {
    dealCents: campaign.prices.albumSubmission,
  });
  await db.transaction(async (tx) => {
    await run.assertOwned(tx);
    await tellArtist(deps, tx, id);
    await tx
      .update(albums)
      .set({
        state: 'done',
        analyzed: true,
        analyzedAt: sql`coalesce(${albums.analyzedAt}, ${clock.now().toISOString()})`,
        albumAnalysis: analysis,
        overallScore: Math.round(analysis.overallScore * 10),
      })
      .where(eq(albums.id, id));
    for (const [index, { id: trackId }] of rows.entries())
      await tx
        .update(albumTracks)
        .set({
          score: tracks[index].score.overall,
          transcription: writeTranscription(tracks[index].transcript),
        })
        .where(eq(albumTracks.id, trackId));
  });
}

/** Of the first report only, by its key. */
async function tellArtist(deps: AnalysisDeps, tx: Tx, id: number): Promise<void> {
  const [album] = await tx
    .select({ albumName: albums.albumName, phone: albums.phoneE164 })
    .from(albums)
    .where(eq(albums.id, id));
  if (!album) return;
  await addNotice(deps, tx, {
    kind: 'report',
    key: `report:album:${id}`,
    about: { albumId: id },
    phone: album.phone,
    title: 'Your album report is ready',
    body: `All three tracks of “${album.albumName}” were heard.`,
    path: albumPath(id),
  });
}
