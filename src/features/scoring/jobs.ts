/** The job that listens to a submission: fetch, measure, write down the words, score, write. */
import { buffer } from 'node:stream/consumers';
import { ENGINE_VERSION, type Measures } from '#audio/measure.ts';
import type { Deps } from '#deps.ts';
import { findDuplicates, hasFingerprint } from '#features/duplicates/queries.ts';
import { keepFingerprint } from '#features/duplicates/service.ts';
import { describeWords } from '#features/lyrics/service-words.ts';
import { listenInThread, UnreadableTrackError } from '#features/recordings/service-measure.ts';
import { transcribeTrack } from '#features/recordings/service-transcribe.ts';
import { readGiven } from '#features/submissions/queries-words.ts';
import { type Job, type JobRun, job } from '#platform/jobs/job.ts';
import { LostJobError } from '#platform/jobs/queue.ts';
import type { Transcript } from '#ports/transcription.ts';
import type { Stage } from './contract.ts';
import { LISTEN_JOB, RENEW_JOB } from './rules-lanes.ts';
import {
  beginListening,
  failListening,
  findRecording,
  finishListening,
  type Recording,
  reportProgress,
  type Waiting,
} from './service.ts';
import { renewAnalyses } from './service-renew.ts';
import { writeReport } from './service-report.ts';

/** How often progress is written, in milliseconds: the page asks every 2 s and draws every 250 ms. */
const PROGRESS_EVERY_MS = 250;

type ListenDeps = Pick<
  Deps,
  'db' | 'clock' | 'storage' | 'log' | 'writer' | 'transcription' | 'campaign' | 'queue'
>;

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
    const audio = keepBytes(deps, waiting.audioKey);
    const tell = tellProgress(deps, id, run);
    const known = await findKnown(deps, waiting.audioSha256);
    const recording = known ?? (await hear(deps, await audio(), run, tell, waiting.audioSha256));
    const measures = recording.measures as unknown as Measures;
    const transcript = await transcribeTrack(deps, {
      audioSha256: waiting.audioSha256,
      readMp3: audio,
      measures,
      signal: run.signal,
      onProgress: (fraction) => tell('transcribing', fraction),
    });
    await tell.end();
    await reportProgress(deps, id, run, 'reporting', 0);
    await report(deps, id, run, waiting, recording, transcript);
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

/** Times a report is written again because the artist gave other words while it was being written. */
const MOST_REPORTS = 5;

async function report(
  deps: ListenDeps,
  id: number,
  run: JobRun,
  waiting: Waiting,
  recording: Recording,
  transcript: Transcript,
): Promise<void> {
  const measures = recording.measures as unknown as Measures;
  const { audioSha256 } = waiting;
  const duplicates = await findDuplicates(deps, {
    id,
    ...waiting,
    durationSeconds: measures.durationSeconds,
  });
  for (let tries = 0; tries < MOST_REPORTS; tries++) {
    const { revision, text, givenBy } = await readGiven(deps.db, id);
    const given = text !== null && givenBy ? { text, givenBy } : null;
    const lyrics = await describeWords(measures, transcript, given).catch((error) => {
      // A report without words is better than none.
      deps.log.error({ err: error, submissionId: id }, 'words not measured');
      return null;
    });
    const words = { transcript, lyrics };
    const { copied } = duplicates.verdict;
    const made = await writeReport(deps, measures, ENGINE_VERSION, waiting, words, copied);
    const found = { audioSha256, recording, report: made, engineVersion: ENGINE_VERSION, duplicates };
    if (await finishListening(deps, id, run, { ...found, wordsRevision: revision })) return;
  }
  throw new Error(`The words of ${id} changed faster than its report could be written.`);
}

const OUR_FAULT =
  'We could not finish listening to this track, and it is our fault, not yours. Please try again in a few minutes.';

/** The same bytes are never heard twice, unless their fingerprint is missing. */
async function findKnown(deps: ListenDeps, audioSha256: string): Promise<Recording | null> {
  return (await hasFingerprint(deps, audioSha256)) ? findRecording(deps, audioSha256, ENGINE_VERSION) : null;
}

async function hear(
  deps: ListenDeps,
  bytes: Uint8Array,
  run: JobRun,
  tell: TellProgress,
  audioSha256: string,
): Promise<Recording> {
  let fingerprint: Uint8Array = new Uint8Array();
  const { peaks, ...measures } = await listenInThread(bytes, run.signal, tell, (packed) => {
    fingerprint = packed;
  });
  await keepFingerprint(deps, audioSha256, fingerprint);
  return { measures, peaks };
}

/** The track's bytes, fetched when they are first needed and once only. */
function keepBytes({ storage }: ListenDeps, audioKey: string): () => Promise<Uint8Array> {
  let bytes: Promise<Uint8Array> | undefined;
  return () => {
    bytes ??= storage.getObject(audioKey).then(({ stream }) => buffer(stream));
    return bytes;
  };
}

interface TellProgress {
  (stage: Stage, fraction: number): void;
  /** Waits for what is being written. */
  end(): Promise<void>;
}

/** Writes progress one after the other and not too often; the start of a stage always. */
function tellProgress(deps: ListenDeps, id: number, run: JobRun): TellProgress {
  let writtenAt = 0;
  let told: Stage | undefined;
  let writing: Promise<void> = Promise.resolve();
  const tell = (stage: Stage, fraction: number) => {
    const now = Date.now();
    if (stage === told && now - writtenAt < PROGRESS_EVERY_MS) return;
    told = stage;
    writtenAt = now;
    writing = writing
      .then(() => reportProgress(deps, id, run, stage, fraction))
      .catch((error) => deps.log.warn({ err: error, submissionId: id }, 'progress not written'));
  };
  return Object.assign(tell, { end: () => writing });
}
