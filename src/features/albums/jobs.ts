/** The album's jobs: listening to dropped tracks and whole albums, covers in batches, drafts that were given up. */
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import type { Measures } from '#audio/measure.ts';
import type { Deps } from '#deps.ts';
import { describeWords } from '#features/lyrics/service-words.ts';
import { listenInThread, UnreadableTrackError } from '#features/recordings/service-measure.ts';
import { transcribeTrack } from '#features/recordings/service-transcribe.ts';
import type { Recording } from '#features/scoring/service.ts';
import { type Job, type JobRun, job } from '#platform/jobs/job.ts';
import { LostJobError } from '#platform/jobs/queue.ts';
import type { Transcript } from '#ports/transcription.ts';
import { ALBUM_JOB, BATCH_JOB } from './job-names.ts';
import {
  beginAlbum,
  failAlbum,
  findDraftTrack,
  finishAlbum,
  keepRecording,
  knownRecording,
  reportAlbumProgress,
  scoreRecording,
} from './service-analysis.ts';
import { publishNext } from './service-batches.ts';
import { sweepDrafts, sweepPieces } from './service-draft-sweep.ts';
import { reopenFailedFollowups } from './service-followup.ts';

const SWEEP_JOB = {
  name: 'album-sweep',
  payload: z.object({}),
  options: { cron: '41 * * * *', retryLimit: 1 },
};
/** How often progress is written, in milliseconds. */
const PROGRESS_EVERY_MS = 250;
/** Decoding and measuring take about as long as each other, writing down the words as long as both. */
const SHARES = { listening: 0.2, measuring: 0.3 };

export function albumJobs(deps: Deps): Job[] {
  return [
    job(ALBUM_JOB, (payload, run) =>
      'albumId' in payload
        ? listenToAlbum(deps, payload.albumId, run)
        : listenAhead(deps, payload.trackId, run),
    ),
    job(BATCH_JOB, ({ batchId }, run) => publishNext(deps, batchId, run)),
    job(SWEEP_JOB, async () => {
      const removed = await sweepDrafts(deps);
      if (removed > 0) deps.log.info({ removed }, 'removed tracks of albums that were never sent');
      await sweepPieces(deps);
      const reopened = await reopenFailedFollowups(deps);
      if (reopened > 0)
        deps.log.warn({ reopened }, 'follow-ups that waited for the morning could not be sent');
    }),
  ];
}

/** A track of a draft, heard while its artist is still typing. What is wrong with it comes up when it is sent. */
async function listenAhead(deps: Deps, trackId: number, run: JobRun): Promise<void> {
  const track = await findDraftTrack(deps, trackId);
  if (!track) return;
  try {
    await hearTrack(deps, run, track, () => {});
  } catch (error) {
    if (!(error instanceof UnreadableTrackError)) throw error;
  }
}

const OUR_FAULT =
  'We could not finish listening to this album, and it is our fault, not yours. Please try again in a few minutes.';

async function listenToAlbum(deps: Deps, id: number, run: JobRun): Promise<void> {
  const rows = await beginAlbum(deps, id);
  if (!rows) return;
  try {
    const tracks = [];
    for (const [index, row] of rows.entries()) {
      const { recording, transcript } = await hearTrack(deps, run, row, progressOf(deps, id, index + 1));
      const measures = recording.measures as unknown as Measures;
      const lyrics = await describeWords(measures, transcript, null).catch((error) => {
        // An album without words is better than none.
        deps.log.error({ err: error, albumId: id }, 'words not measured');
        return null;
      });
      tracks.push(scoreRecording(row.title ?? '', recording, { lyrics, transcript }));
    }
    await finishAlbum(deps, id, run, { rows, tracks: [tracks[0], tracks[1], tracks[2]] });
  } catch (error) {
    if (error instanceof LostJobError) return;
    if (error instanceof UnreadableTrackError) return failAlbum(deps, id, run, error.message);
    if (run.lastAttempt && !run.signal.aborted)
      await failAlbum(deps, id, run, OUR_FAULT).catch((e) =>
        deps.log.warn({ err: e }, 'could not mark an album as failed'),
      );
    throw error;
  }
}

function progressOf(deps: Deps, id: number, track: number): Tell {
  let writtenAt = 0;
  return (fraction) => {
    const now = Date.now();
    if (now - writtenAt < PROGRESS_EVERY_MS) return;
    writtenAt = now;
    return reportAlbumProgress(deps, id, track, fraction).catch((error) =>
      deps.log.warn({ err: error, albumId: id }, 'album progress not written'),
    );
  };
}

type Tell = (fraction: number) => Promise<void> | void;

/** Measures and words of a track, each of them only once for the same bytes. */
async function hearTrack(
  deps: Deps,
  run: JobRun,
  { audioKey, audioSha256 }: { audioKey: string; audioSha256: string },
  tell: Tell,
): Promise<{ recording: Recording; transcript: Transcript }> {
  const readMp3 = async () => buffer((await deps.storage.getObject(audioKey)).stream);
  const known = await knownRecording(deps, audioSha256);
  const recording = known ?? (await measure(await readMp3(), run, tell));
  if (!known) await keepRecording(deps, audioSha256, recording);
  const measured = SHARES.listening + SHARES.measuring;
  const transcript = await transcribeTrack(deps, {
    audioSha256,
    readMp3,
    measures: recording.measures as unknown as Measures,
    signal: run.signal,
    onProgress: (fraction) => void tell(measured + (1 - measured) * fraction),
  });
  return { recording, transcript };
}

async function measure(mp3: Uint8Array, run: JobRun, tell: Tell): Promise<Recording> {
  let writing: Promise<void> = Promise.resolve();
  const { peaks, ...measures } = await listenInThread(mp3, run.signal, (stage, fraction) => {
    const { listening, measuring } = SHARES;
    const done = stage === 'listening' ? listening * fraction : listening + measuring * fraction;
    writing = Promise.resolve(tell(done));
  });
  await writing;
  return { measures, peaks };
}
