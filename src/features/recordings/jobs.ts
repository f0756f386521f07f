/** The jobs of recordings: measuring one, renewing those of an older engine, sweeping what nobody needs. */
import { buffer } from 'node:stream/consumers';
import type { Deps } from '#deps.ts';
import { sweepRateLimits } from '#platform/http/rate-limit.ts';
import { type Job, type JobRun, job } from '#platform/jobs/job.ts';
import { LostJobError } from '#platform/jobs/queue.ts';
import { MEASURE_JOB, RECONCILE_JOB, RENEW_JOB, SWEEP_JOB, WORDS_JOB } from './job-names.ts';
import { findMeasured } from './queries.ts';
import type { RunStage } from './rules-run.ts';
import { keepCredentials } from './service-credentials.ts';
import { hasFingerprint, keepFingerprint, keepMatches } from './service-fingerprint.ts';
import { measureInThread, UnreadableTrackError } from './service-measure.ts';
import { reconcileRuns, reconcileWords } from './service-reconcile.ts';
import {
  beginRun,
  failRun,
  finishRun,
  finishWords,
  OUR_FAULT,
  type RecordingRow,
  reportProgress,
} from './service-run.ts';
import { renewAnalyses, sweepUnownedAudio, sweepUnusedRecordings } from './service-sweep.ts';
import { transcribeRecording } from './service-transcribe.ts';

/** How often progress is written, in milliseconds: the page asks every 2 s and draws every 250 ms. */
const PROGRESS_EVERY_MS = 250;
/** Longer than the queue lets the job of late words run. */
const NO_LIMIT_MS = 3 * 3600 * 1000;

type MeasureDeps = Pick<
  Deps,
  'db' | 'clock' | 'storage' | 'log' | 'transcription' | 'queue' | 'recordingUsers'
>;

export function recordingJobs(deps: MeasureDeps): Job[] {
  return [
    job(MEASURE_JOB, ({ audioSha256 }, run) => measure(deps, audioSha256, run)),
    job(WORDS_JOB, ({ audioSha256 }, run) => addWords(deps, audioSha256, run)),
    job(RENEW_JOB, async () => {
      const renewed = await renewAnalyses(deps);
      if (renewed > 0) deps.log.info({ renewed }, 'in line for the new version');
    }),
    job(RECONCILE_JOB, async () => {
      const dead = (await reconcileRuns(deps)) + (await reconcileWords(deps));
      if (dead > 0) deps.log.warn({ dead }, 'runs whose job had died were ended');
    }),
    job(SWEEP_JOB, async () => {
      await sweepRateLimits(deps);
      const recordings = await sweepUnusedRecordings(deps);
      const objects = await sweepUnownedAudio(deps);
      if (recordings + objects > 0) deps.log.info({ recordings, objects }, 'removed what nobody points to');
    }),
  ];
}

async function measure(deps: MeasureDeps, audioSha256: string, run: JobRun): Promise<void> {
  const recording = await beginRun(deps, audioSha256, run);
  if (!recording) return;
  try {
    await finishRun(deps, audioSha256, run, await analyse(deps, recording, run));
  } catch (error) {
    if (error instanceof LostJobError) return;
    if (error instanceof UnreadableTrackError)
      return failRun(deps, audioSha256, run, { code: error.reason, message: error.message });
    if (run.lastAttempt && !run.signal.aborted)
      await failRun(deps, audioSha256, run, OUR_FAULT).catch((e) =>
        deps.log.warn({ err: e }, 'could not mark as failed'),
      );
    throw error;
  }
}

/** The same bytes are never measured twice by one engine, unless their fingerprint is missing. */
async function analyse(deps: MeasureDeps, { audioSha256, audioKey }: RecordingRow, run: JobRun) {
  const audio = readOnce(deps, audioKey);
  const tell = tellProgress(deps, audioSha256, run);
  const known = (await hasFingerprint(deps, audioSha256)) && (await findMeasured(deps, audioSha256));
  const measured = known ? null : await measureInThread(await audio(), run.signal, tell);
  if (measured) {
    await keepCredentials(deps, audioSha256, await audio());
    await keepFingerprint(deps, audioSha256, measured.fingerprint);
    await keepMatches(deps, audioSha256);
  }
  const { words, reason } = await transcribeRecording(deps, {
    audioSha256,
    readMp3: audio,
    measures: (known || measured!).measures,
    signal: run.signal,
    onProgress: (fraction) => tell('transcribing', fraction),
  });
  await tell.end();
  const { measures, peaks } = measured ?? {};
  return {
    measured: measures && peaks ? { measures, peaks } : null,
    wordlessReason: words.length > 0 ? null : reason,
  };
}

/** Without a limit of our own: only the end of the job ends it, and then it is tried again. */
async function addWords(deps: MeasureDeps, audioSha256: string, run: JobRun): Promise<void> {
  const recording = await findMeasured(deps, audioSha256);
  if (!recording) return;
  const { words, reason } = await transcribeRecording(
    deps,
    {
      audioSha256,
      readMp3: readOnce(deps, recording.audioKey),
      measures: recording.measures,
      signal: run.signal,
      onProgress: () => {},
    },
    NO_LIMIT_MS,
  );
  await finishWords(deps, audioSha256, run, words.length > 0 ? null : reason);
}

/** The bytes, fetched when they are first needed and once only. */
function readOnce({ storage }: MeasureDeps, audioKey: string): () => Promise<Uint8Array> {
  let bytes: Promise<Uint8Array> | undefined;
  return () => {
    bytes ??= storage.getObject(audioKey).then(({ stream }) => buffer(stream));
    return bytes;
  };
}

interface TellProgress {
  (stage: RunStage, fraction: number): void;
  /** Waits for what is being written. */
  end(): Promise<void>;
}

/** Writes progress one after the other and not too often; the start of a stage always. */
function tellProgress(deps: MeasureDeps, audioSha256: string, run: JobRun): TellProgress {
  let writtenAt = 0;
  let told: RunStage | undefined;
  let writing: Promise<void> = Promise.resolve();
  const tell = (stage: RunStage, fraction: number) => {
    const now = Date.now();
    if (stage === told && now - writtenAt < PROGRESS_EVERY_MS) return;
    told = stage;
    writtenAt = now;
    writing = writing
      .then(() => reportProgress(deps, audioSha256, run, stage, fraction))
      .catch((error) => deps.log.warn({ err: error, audioSha256 }, 'progress not written'));
  };
  return Object.assign(tell, { end: () => writing });
}
