/** Transcribing a track, with transcribers that do as the test says: once only, never in the way of a report. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#app/test-app.ts';
import { transcribeFile } from '#features/processing/service-transcription.ts';
import type { TranscribeRequest, Transcript, TranscriptionProvider } from '#ports/transcription.ts';
import { CLIP } from '#providers/transcription/test-speech.ts';
import { sweepUnusedRecordings } from './service-sweep.ts';
import { spendTranscription, transcribeRecording } from './service-transcribe.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { TRANSCRIPTION: 'embedded' } });
});
afterAll(() => app.close());

const VOICE = [{ start: 1, end: 5 }];
const HEARD: Transcript = {
  words: [{ text: 'Hello', start: 1, end: 1.5, confidence: 0.9 }],
  language: 'en',
  reason: null,
  by: 'stand-in 1',
};

function makeProvider(answer: (request: TranscribeRequest) => Promise<Transcript>, name = 'stand-in 1') {
  const asked: TranscribeRequest[] = [];
  const provider: TranscriptionProvider = {
    name,
    transcribe: (request) => {
      asked.push(request);
      return answer(request);
    },
  };
  return { asked, deps: { ...app.deps, transcription: provider } };
}

async function addRecording(): Promise<string> {
  const sha = randomUUID();
  await app.sql('INSERT INTO recordings (audio_sha256, audio_key, bytes) VALUES ($1, $1, 10)', [sha]);
  return sha;
}

const track = (
  audioSha256: string,
  voiceRanges = VOICE,
  signal = new AbortController().signal,
  voiceShare = 0.5,
  voiceConfidence = 0.9,
) => ({
  audioSha256,
  readMp3: async () => new Uint8Array(10),
  measures: { voiceRanges, voiceShare, voiceConfidence },
  signal,
  onProgress: () => {},
});

test('the same bytes are transcribed once, and once more by another version', async () => {
  const sha = await addRecording();
  const { asked, deps } = makeProvider(async () => HEARD);
  expect(await transcribeRecording(deps, track(sha))).toEqual(HEARD);
  expect(await transcribeRecording(deps, track(sha))).toEqual(HEARD);
  expect(asked).toHaveLength(1);
  const newer = makeProvider(async () => ({ ...HEARD, by: 'someone else 3' }), 'stand-in 2');
  expect((await transcribeRecording(newer.deps, track(sha))).by).toBe('someone else 3');
  // Who really heard it is kept beside who was asked.
  expect((await transcribeRecording(newer.deps, track(sha))).by).toBe('someone else 3');
  expect(newer.asked).toHaveLength(1);
});

test('AN-3 EN-2 nobody is asked about a track without a voice', async () => {
  const { asked, deps } = makeProvider(async () => HEARD);
  const { words, reason } = await transcribeRecording(deps, track(randomUUID(), []));
  expect(words).toEqual([]);
  expect(reason).toBe('Nobody sings or speaks in this track.');
  const chance = await transcribeRecording(deps, track(randomUUID(), VOICE, undefined, 0.1));
  expect(chance).toMatchObject({ words: [], reason: 'No voice is heard for certain in this track.' });
  expect(asked).toHaveLength(0);
});

test('AN-3 EN-2 what hardly sounds like a voice is not told which language it is in', async () => {
  const foreign = {
    words: [],
    language: null,
    reason: 'This does not seem to be English.',
    by: 'stand-in 1',
  };
  const { deps } = makeProvider(async () => foreign);
  const reasonOf = async (confidence: number) =>
    (await transcribeRecording(deps, track(await addRecording(), VOICE, undefined, 0.3, confidence))).reason;
  expect(await reasonOf(0.9)).toBe(foreign.reason);
  expect(await reasonOf(0.64)).toBe('No voice is heard for certain in this track.');
});

test('a transcriber that fails costs the words only, and is asked again next time', async () => {
  const sha = await addRecording();
  let healthy = false;
  const { deps } = makeProvider(async () => {
    if (!healthy) throw new Error('weights missing');
    return HEARD;
  });
  const first = await transcribeRecording(deps, track(sha));
  expect(first.words).toEqual([]);
  expect(first.reason).toMatch(/failed/);
  healthy = true;
  expect((await transcribeRecording(deps, track(sha))).words).toHaveLength(1);
});

test('EN-1 a transcriber that takes long is not waited for: the words are said to be still coming', async () => {
  const { deps } = makeProvider(
    ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
  const { words, reason } = await transcribeRecording(deps, track(randomUUID()), 20);
  expect(words).toEqual([]);
  expect(reason).toMatch(/^Words still coming/);
});

test('a run that is ended does not go on to a report', async () => {
  const ended = new AbortController();
  const { deps } = makeProvider(async () => {
    ended.abort();
    throw new Error('stopped');
  });
  await expect(transcribeRecording(deps, track(randomUUID(), VOICE, ended.signal))).rejects.toThrow();
});

test('a day has one allowance for all workers, and the next day another', async () => {
  const spend = (seconds: number) => spendTranscription(app.deps, 'paid 1', seconds, 600);
  expect(await spend(601)).toBe(false);
  const together = await Promise.all(Array.from({ length: 8 }, () => spend(100)));
  expect(together.filter(Boolean)).toHaveLength(6);
  expect(await spend(1)).toBe(false);
  app.clock.advance(86_400);
  expect(await spend(100)).toBe(true);
});

test('AN-3 TR-2 a spoken track goes from upload to a transcription, and staff can test the same file', async () => {
  await app.startWorker();
  const mp3 = await readFile(CLIP.path);
  // First, so that the model is warm for the job.
  const tested = await transcribeFile(app.deps, mp3);
  const browser = app.browser();
  const id = await browser.submit({ trackTitle: 'Spoken' }, mp3);
  await browser.hear(id);
  const track = await browser.read<{ transcription: string }>(`/api/submissions/${id}`);
  expect(track.transcription).toMatch(/run until the morning/i);
  // The pause between the two lines of the clip ends a line.
  expect(track.transcription).toMatch(/\n/);
  const [kept] = await app.sql<{ transcribed_by: string; words: object[] }>(
    'SELECT transcribed_by, words FROM transcripts WHERE asked_of = $1 AND transcribed_by = asked_of',
    [app.deps.transcription.name],
  );
  expect(kept.words.length).toBeGreaterThan(15);
  expect(tested.transcription).toBe(track.transcription);
  expect(tested.message).toMatch(/^\d+ words in 0:\d\d of sound, heard by moonshine base \d+\.$/);
  await expect(transcribeFile(app.deps, new Uint8Array(5000))).rejects.toMatchObject({ code: 'invalid' });

  // The words go with the track: not while it is there, nor while they are young.
  const isKept = async () =>
    (await app.sql('SELECT 1 FROM transcripts WHERE words::text ILIKE $1', ['%morning%'])).length > 0;
  app.clock.advance(7200);
  await sweepUnusedRecordings(app.deps);
  expect(await isKept()).toBe(true);
  await browser.fetch(`/api/submissions/${id}`, { method: 'DELETE' });
  await sweepUnusedRecordings(app.deps);
  expect(await isKept()).toBe(false);
  const [left] = await app.sql(`SELECT (SELECT count(*) FROM recordings)::int AS recordings,
    (SELECT count(*) FROM fingerprints)::int AS fingerprints, (SELECT count(*) FROM fingerprint_landmarks)::int AS landmarks`);
  expect(left).toEqual({ recordings: 0, fingerprints: 0, landmarks: 0 });
});
