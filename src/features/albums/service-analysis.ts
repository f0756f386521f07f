/** What was heard of an album is written here, by the run that still owns the job and by no other. */
import { and, eq } from 'drizzle-orm';
import { ENGINE_VERSION, type Measures } from '#audio/measure.ts';
import type { Deps } from '#deps.ts';
import { writeTranscription } from '#features/recordings/rules-transcript.ts';
import { describeShape } from '#features/scoring/rules-heard.ts';
import { scoreTrack } from '#features/scoring/rules-score.ts';
import { findRecording, type Recording } from '#features/scoring/service.ts';
import type { TrackWords } from '#features/scoring/service-report.ts';
import { recordings } from '#features/submissions/table.ts';
import type { JobRun } from '#platform/jobs/job.ts';
import { listTracks } from './queries.ts';
import type { AlbumTrack, Three } from './rules-album.ts';
import { analyseAlbum } from './rules-analysis.ts';
import { type AlbumTrackRow, albums, albumTracks } from './table.ts';

/** The three tracks to hear, or null when there is nothing to do. */
export async function beginAlbum({ db }: Pick<Deps, 'db'>, id: number): Promise<AlbumTrackRow[] | null> {
  const [row] = await db
    .update(albums)
    .set({ state: 'running', failureMessage: null, heardTrack: 1, fraction: 0 })
    .where(and(eq(albums.id, id), eq(albums.analyzed, false)))
    .returning({ id: albums.id });
  return row ? listTracks({ db }, id) : null;
}

export async function findDraftTrack(
  { db }: Pick<Deps, 'db'>,
  trackId: number,
): Promise<AlbumTrackRow | null> {
  const [row] = await db.select().from(albumTracks).where(eq(albumTracks.id, trackId));
  return row ?? null;
}

export async function reportAlbumProgress(
  { db }: Pick<Deps, 'db'>,
  id: number,
  track: number,
  fraction: number,
): Promise<void> {
  await db
    .update(albums)
    .set({ heardTrack: track, fraction })
    .where(and(eq(albums.id, id), eq(albums.state, 'running')));
}

export async function keepRecording(
  { db }: Pick<Deps, 'db'>,
  audioSha256: string,
  recording: Recording,
): Promise<void> {
  await db
    .insert(recordings)
    .values({ audioSha256, engineVersion: ENGINE_VERSION, ...recording })
    .onConflictDoNothing();
}

export const knownRecording = (deps: Pick<Deps, 'db'>, audioSha256: string) =>
  findRecording(deps, audioSha256, ENGINE_VERSION);

export function scoreRecording(
  title: string,
  recording: Recording,
  { lyrics, transcript }: TrackWords = { lyrics: null, transcript: null },
): AlbumTrack {
  const heard = describeShape(recording.measures as unknown as Measures, lyrics);
  return { title, heard, score: scoreTrack(heard), transcript };
}

export async function finishAlbum(
  { db, clock, campaign }: Pick<Deps, 'db' | 'clock' | 'campaign'>,
  id: number,
  run: JobRun,
  heard: { rows: readonly AlbumTrackRow[]; tracks: Three<AlbumTrack> },
): Promise<void> {
  const analysis = analyseAlbum(heard.tracks, ENGINE_VERSION, {
    dealCents: campaign.prices.albumSubmission,
  });
  await db.transaction(async (tx) => {
    await run.assertOwned(tx);
    await tx
      .update(albums)
      .set({
        state: 'done',
        analyzed: true,
        analyzedAt: clock.now(),
        albumAnalysis: analysis,
        overallScore: Math.round(analysis.overallScore * 10),
      })
      .where(eq(albums.id, id));
    for (const [index, { id: trackId }] of heard.rows.entries())
      await tx
        .update(albumTracks)
        .set({
          durationSeconds: heard.tracks[index].heard.durationSeconds,
          score: heard.tracks[index].score.overall,
          transcription: writeTranscription(heard.tracks[index].transcript),
        })
        .where(eq(albumTracks.id, trackId));
  });
}

export async function failAlbum(
  { db }: Pick<Deps, 'db'>,
  id: number,
  run: JobRun,
  message: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    await run.assertOwned(tx);
    await tx
      .update(albums)
      .set({ state: 'failed', failureMessage: message })
      .where(and(eq(albums.id, id), eq(albums.analyzed, false)));
  });
}
