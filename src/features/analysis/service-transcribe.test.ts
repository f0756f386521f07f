/** Transcribing a track, with transcribers that do as the test says: once only, never in the way of a report. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#app/test-app.ts';
import type { TranscribeRequest, Transcript, TranscriptionProvider } from '#providers/transcription/port.ts';
import { spendTranscription, transcribeTrack } from './service-transcribe.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
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

const track = (audioSha256: string, voiceRanges = VOICE, signal = new AbortController().signal) => ({
  audioSha256,
  readMp3: async () => new Uint8Array(10),
  measures: { voiceRanges },
  signal,
  onProgress: () => {},
});

test('the same bytes are transcribed once, and once more by another version', async () => {
  const sha = randomUUID();
  const { asked, deps } = makeProvider(async () => HEARD);
  expect(await transcribeTrack(deps, track(sha))).toEqual(HEARD);
  expect(await transcribeTrack(deps, track(sha))).toEqual(HEARD);
  expect(asked).toHaveLength(1);
  const newer = makeProvider(async () => ({ ...HEARD, by: 'someone else 3' }), 'stand-in 2');
  expect((await transcribeTrack(newer.deps, track(sha))).by).toBe('someone else 3');
  // Who really heard it is kept beside who was asked.
  expect((await transcribeTrack(newer.deps, track(sha))).by).toBe('someone else 3');
  expect(newer.asked).toHaveLength(1);
});

test('AN-3 nobody is asked about a track without a voice', async () => {
  const { asked, deps } = makeProvider(async () => HEARD);
  const { words, reason } = await transcribeTrack(deps, track(randomUUID(), []));
  expect(words).toEqual([]);
  expect(reason).toBe('Nobody sings or speaks in this track.');
  expect(asked).toHaveLength(0);
});

test('a transcriber that fails costs the words only, and is asked again next time', async () => {
  const sha = randomUUID();
  let healthy = false;
  const { deps } = makeProvider(async () => {
    if (!healthy) throw new Error('weights missing');
    return HEARD;
  });
  const first = await transcribeTrack(deps, track(sha));
  expect(first.words).toEqual([]);
  expect(first.reason).toMatch(/failed/);
  healthy = true;
  expect((await transcribeTrack(deps, track(sha))).words).toHaveLength(1);
});

test('a transcriber that takes too long is not waited for', async () => {
  const { deps } = makeProvider(
    ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
  const { words, reason } = await transcribeTrack(deps, track(randomUUID()), 20);
  expect(words).toEqual([]);
  expect(reason).toMatch(/too long/);
});

test('a run that is ended does not go on to a report', async () => {
  const ended = new AbortController();
  const { deps } = makeProvider(async () => {
    ended.abort();
    throw new Error('stopped');
  });
  await expect(transcribeTrack(deps, track(randomUUID(), VOICE, ended.signal))).rejects.toThrow();
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
