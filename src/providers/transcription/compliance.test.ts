/** What every transcriber must hold to: words in order and inside the voice, or a plain reason for none; the same twice. */
import { describe, expect, test } from 'vitest';
import { noTranscription } from './none.ts';
import type { TranscribeRequest, TranscriptionProvider } from './port.ts';

const transcribers: [string, TranscriptionProvider][] = [['switched off', noTranscription]];

const request = (change: Partial<TranscribeRequest> = {}): TranscribeRequest => ({
  mp3: new Uint8Array(),
  voice: [],
  signal: new AbortController().signal,
  onProgress: () => {},
  ...change,
});

describe.each(transcribers)('%s', (_, transcriber) => {
  test('AN-3 without a voice there are no words, and a sentence says why', async () => {
    const { words, reason, by } = await transcriber.transcribe(request());
    expect(words).toEqual([]);
    expect(reason).toMatch(/^[A-Z].+\.$/);
    expect(by).not.toBe('');
  });
});
