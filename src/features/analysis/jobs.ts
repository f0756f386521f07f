/** The job that listens to a submission: fetch, measure, score, write. */
import { buffer } from 'node:stream/consumers';
import type { Deps } from '#app/deps.ts';
import { ENGINE_VERSION, type Measures } from '#audio/measure.ts';
import { findTwins, hasFingerprint } from '#features/twins/queries.ts';
import { keepFingerprint } from '#features/twins/service.ts';
import { type Job, type JobRun, job } from '#platform/jobs/job.ts';
import { LostJobError } from '#platform/jobs/queue.ts';
import { LISTEN_JOB, RENEW_JOB } from './rules-lanes.ts';
import type { ListenStage } from './rules-thread.ts';
import {
  beginListening,
  failListening,
  findRecording,
  finishListening,
  type Recording,
  reportProgress,
  type Waiting,
} from './service.ts';
import { listenInThread, UnreadableTrackError } from './service-listen.ts';
import { renewAnalyses } from './service-renew.ts';
import { writeReport } from './service-report.ts';

/** How often progress is written, in milliseconds: the page asks every 2 s and draws every 250 ms. */
const PROGRESS_EVERY_MS = 250;

type ListenDeps = Pick<Deps, 'db' | 'clock' | 'storage' | 'log' | 'writer' | 'campaign' | 'queue'>;

export function analysisJobs(deps: ListenDeps): Job[] {
  return [
    job(LISTEN_JOB, ({ submissionId }, run) => listen(deps, submissionId, run)),
    job(RENEW_JOB, async () => {
      const renewed = await renewAnalyses(deps);
      if (renewed > 0) deps.log.info({ renewed }, 'in line for the new version');
    }),
  ];
}

async function listen(deps: ListenDeps, id: number, run: JobRun): Promise<void> {
  const waiting = await beginListening(deps, id, run);
  if (!waiting) return;
  try {
    const known = await findKnown(deps, waiting.audioSha256);
    const recording = known ?? (await hear(deps, id, run, waiting));
    await reportProgress(deps, id, run, 'reporting', 0);
    const measures = recording.measures as unknown as Measures;
    const { durationSeconds } = measures;
    const twins = await findTwins(deps, { id, ...waiting, durationSeconds });
    const report = await writeReport(deps, measures, ENGINE_VERSION, waiting, twins.verdict.copied);
    await finishListening(deps, id, run, {
      audioSha256: waiting.audioSha256,
      recording,
      report,
      engineVersion: ENGINE_VERSION,
      twins,
    });
  } catch (error) {
    if (error instanceof LostJobError) return;
    if (error instanceof UnreadableTrackError)
      return failListening(deps, id, run, { code: error.reason, message: error.message });
    if (run.lastAttempt && !run.signal.aborted)
      await failListening(deps, id, run, { code: 'engine', message: OUR_FAULT }).catch((e) =>
        deps.log.warn({ err: e }, 'could not mark as failed'),
      );
    throw error;
  }
}

const OUR_FAULT =
  'We could not finish listening to this track, and it is our fault, not yours. Please try again in a few minutes.';

/** The same bytes are never heard twice, unless their fingerprint is missing. */
async function findKnown(deps: ListenDeps, audioSha256: string): Promise<Recording | null> {
  return (await hasFingerprint(deps, audioSha256)) ? findRecording(deps, audioSha256, ENGINE_VERSION) : null;
}

async function hear(
  deps: ListenDeps,
  id: number,
  run: JobRun,
  { audioKey, audioSha256 }: Waiting,
): Promise<Recording> {
  const { stream } = await deps.storage.getObject(audioKey);
  const bytes = await buffer(stream);
  let writtenAt = 0;
  let writing: Promise<void> = Promise.resolve();
  let fingerprint: Uint8Array = new Uint8Array();
  const onProgress = (stage: ListenStage, fraction: number): void => {
    const now = Date.now();
    if (now - writtenAt < PROGRESS_EVERY_MS) return;
    writtenAt = now;
    writing = writing
      .then(() => reportProgress(deps, id, run, stage, fraction))
      .catch((error) => deps.log.warn({ err: error, submissionId: id }, 'progress not written'));
  };
  const { peaks, ...measures } = await listenInThread(bytes, run.signal, onProgress, (packed) => {
    fingerprint = packed;
  });
  await writing;
  await keepFingerprint(deps, audioSha256, fingerprint);
  return { measures, peaks };
}
