/** The album's jobs: listening to dropped tracks and whole albums, covers in batches, drafts that were given up. */
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import type { Deps } from '#app/deps.ts';
import type { Recording } from '#features/analysis/service.ts';
import { listenInThread, UnreadableTrackError } from '#features/analysis/service-listen.ts';
import { type Job, type JobRun, job } from '#platform/jobs/job.ts';
import { LostJobError } from '#platform/jobs/queue.ts';
import { ALBUM_JOB, BATCH_JOB } from './rules-jobs.ts';
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
/** Decoding and measuring take about as long as each other. */
const LISTENING_SHARE = 0.45;

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
  if (!track || (await knownRecording(deps, track.audioSha256))) return;
  try {
    await keepRecording(deps, track.audioSha256, await hear(deps, run, track.audioKey, () => {}));
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
      const known = await knownRecording(deps, row.audioSha256);
      const recording = known ?? (await hear(deps, run, row.audioKey, progressOf(deps, id, index + 1)));
      if (!known) await keepRecording(deps, row.audioSha256, recording);
      tracks.push(scoreRecording(row.title ?? '', recording));
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

function progressOf(deps: Deps, id: number, track: number): (fraction: number) => Promise<void> | void {
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

async function hear(
  deps: Deps,
  run: JobRun,
  audioKey: string,
  onProgress: (fraction: number) => Promise<void> | void,
): Promise<Recording> {
  const { stream } = await deps.storage.getObject(audioKey);
  let writing: Promise<void> = Promise.resolve();
  const { peaks, ...measures } = await listenInThread(await buffer(stream), run.signal, (stage, fraction) => {
    const done =
      stage === 'listening' ? LISTENING_SHARE * fraction : LISTENING_SHARE + (1 - LISTENING_SHARE) * fraction;
    writing = Promise.resolve(onProgress(done));
  });
  await writing;
  return { measures, peaks };
}
