/** What every transcriber must hold to: words in order and inside the voice, or a plain reason for none; the same twice. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { encodeMp3, pinkNoise } from '#audio/test-signals.ts';
import type { TranscribeRequest, Transcript, TranscriptionProvider } from '#ports/transcription.ts';
import { openEmbeddedTranscription } from './embedded.ts';
import { openTranscriptionEndpoint } from './openai.ts';
import { startTestEndpoint, type TestEndpoint } from './test-endpoint.ts';
import { CLIP, FOREIGN_CLIP } from './test-speech.ts';
import { OTHER_LANGUAGE } from './trust.ts';

const SPOKEN = CLIP.lines
  .join(' ')
  .toLowerCase()
  .match(/[a-z]+/g)!;
const VOICE = [{ start: 0.5, end: 9.5 }];

const embedded = openEmbeddedTranscription();
let speech: Uint8Array;
let hiss: Uint8Array;
let server: TestEndpoint;
let endpoint: TranscriptionProvider;
const refusals: string[] = [];
let allowance = Number.POSITIVE_INFINITY;

beforeAll(async () => {
  speech = await readFile(CLIP.path);
  hiss = await encodeMp3([pinkNoise(6, 22_050, 0.2)], 22_050, 32);
  server = await startTestEndpoint();
  endpoint = open();
});
beforeEach(() => {
  server.answer = server.honest;
  server.seen.length = 0;
  refusals.length = 0;
  allowance = Number.POSITIVE_INFINITY;
});
afterAll(async () => {
  server.close();
  await embedded.close();
});

/** Says that it was asked; stands for the embedded one, which the first half of this suite listens to. */
const second: TranscriptionProvider = {
  name: 'second 1',
  transcribe: async () => ({ words: [], language: null, reason: 'The second was asked.', by: 'second 1' }),
};

function open(change: Partial<Parameters<typeof openTranscriptionEndpoint>[1]> = {}): TranscriptionProvider {
  const settings = {
    kind: 'openai' as const,
    url: server.url,
    key: 'test key',
    model: 'test-model',
    dailySeconds: 0,
  };
  return openTranscriptionEndpoint(settings, {
    fallback: second,
    maySpend: async (_, seconds) => {
      if (seconds > allowance) return false;
      allowance -= seconds;
      return true;
    },
    onRefusal: (reason) => refusals.push(reason),
    timeoutMs: 5000,
    backoffMs: 1,
    ...change,
  });
}

const request = (change: Partial<TranscribeRequest> = {}): TranscribeRequest => ({
  mp3: speech,
  voice: VOICE,
  signal: new AbortController().signal,
  onProgress: () => {},
  ...change,
});
const plain = ({ words }: Transcript) => words.map(({ text }) => text.toLowerCase().replace(/[^a-z]/g, ''));

describe.each([
  ['the model from npm', () => embedded],
  ['an endpoint', () => endpoint],
] as [string, () => TranscriptionProvider][])('%s', (_, transcriber) => {
  test('AN-3 writes down clear speech, with times in order and inside the voice, the same each time', async () => {
    const progress: number[] = [];
    const heard = await transcriber().transcribe(
      request({ onProgress: (fraction) => progress.push(fraction) }),
    );
    expect(heard).toMatchObject({ language: 'en', reason: null });
    expect(heard.by).toBe(transcriber().name);
    const missing = SPOKEN.filter((word) => !plain(heard).includes(word));
    expect(missing.length, `missing: ${missing.join(' ')}`).toBeLessThanOrEqual(3);
    for (const [i, { start, end, confidence }] of heard.words.entries()) {
      expect(end).toBeGreaterThanOrEqual(start);
      expect(start).toBeGreaterThanOrEqual(i > 0 ? heard.words[i - 1].start : VOICE[0].start - 1);
      expect(end).toBeLessThanOrEqual(VOICE[0].end + 1);
      expect(confidence).toBeGreaterThan(0);
      expect(confidence).toBeLessThanOrEqual(1);
    }
    // The second line follows a pause: its first word is where it is said, within half a second.
    const second = heard.words.find(({ text }) => /^we$/i.test(text));
    expect(Math.abs((second?.start ?? 0) - 5.2)).toBeLessThan(0.5);
    expect(progress[0]).toBe(0);
    expect(progress.at(-1)).toBe(1);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(await transcriber().transcribe(request())).toEqual(heard);
  });

  test('AN-3 invents nothing where nobody speaks, and a sentence says why there are no words', async () => {
    server.answer = server.silent;
    const heard = await transcriber().transcribe(request({ mp3: hiss, voice: [{ start: 0, end: 6 }] }));
    expect(heard.words).toEqual([]);
    expect(heard.language).toBeNull();
    expect(heard.reason).toMatch(/^[A-Z].+\.$/);
  });

  test('stops when it is told to', async () => {
    server.answer = () => {};
    const stop = new AbortController();
    const running = transcriber().transcribe(request({ signal: stop.signal }));
    setTimeout(() => stop.abort(), 50);
    await expect(running).rejects.toThrow();
  });
});

test('AN-3 the model from npm says of a language it does not know that it is not English', async () => {
  const mp3 = await readFile(FOREIGN_CLIP.path);
  const heard = await embedded.transcribe(request({ mp3, voice: [{ start: 0.5, end: 13.5 }] }));
  expect(heard).toMatchObject({ words: [], language: null, reason: OTHER_LANGUAGE });
});

describe('an endpoint in trouble', () => {
  test('is asked again after 429 and 500, and then heard', async () => {
    let times = 0;
    server.answer = (response) => {
      times++;
      if (times === 1) return response.writeHead(429, { 'retry-after': '0' }).end();
      if (times === 2) return response.writeHead(503).end('down');
      server.honest(response);
    };
    expect((await endpoint.transcribe(request())).by).toBe('endpoint test-model');
    expect(times).toBe(3);
  });

  test.each([
    ['stays down', 3, () => (server.answer = (response) => response.writeHead(500).end()), /500/],
    [
      'asks for an hour of patience',
      1,
      () => (server.answer = (r) => r.writeHead(429, { 'retry-after': '3600' }).end()),
      /429/,
    ],
    ['refuses the key', 1, () => (server.answer = (response) => response.writeHead(401).end()), /401/],
    [
      'answers no JSON',
      1,
      () => (server.answer = (response) => response.writeHead(200).end('<html>')),
      /JSON/,
    ],
    ['answers another shape', 1, () => server.say({ words: [{ word: 7 }] }), /words/],
    [
      'puts words outside the track',
      1,
      () =>
        server.say({
          words: words([
            ['hello', 100, 101],
            ['there', -5, -4],
          ]),
        }),
      /cannot be/,
    ],
    [
      'lets words end before they begin',
      1,
      () =>
        server.say({
          words: words([
            ['hello', 3, 2],
            ['there', 2, 3],
          ]),
        }),
      /cannot be/,
    ],
    ['says endless words', 1, () => server.say({ words: words([['a'.repeat(500), 1, 2]]) }), /cannot be/],
    ['says thousands of words', 1, () => server.say({ text: 'word '.repeat(5000) }), /more words/],
  ] as [string, number, () => void, RegExp][])(
    'when it %s, the next transcriber is asked',
    async (_, tries, misbehave, reason) => {
      misbehave();
      expect((await endpoint.transcribe(request())).by).toBe('second 1');
      expect(server.seen).toHaveLength(tries);
      expect(refusals.join()).toMatch(reason);
    },
  );

  test('when it never answers, it is not waited for', async () => {
    server.answer = () => {};
    const heard = await open({ timeoutMs: 30 }).transcribe(request());
    expect(heard.by).toBe('second 1');
    expect(server.seen).toHaveLength(3);
  });

  test('it is not sent more than the day allows', async () => {
    allowance = 15;
    expect((await endpoint.transcribe(request())).by).toBe('endpoint test-model');
    expect((await endpoint.transcribe(request())).by).toBe('second 1');
    expect(server.seen).toHaveLength(1);
    expect(refusals).toEqual(['The seconds of sound for today are used up.']);
  });

  test('what it makes of parts without a voice is left out', async () => {
    server.say({
      words: words([
        ['hello', 1, 2],
        ['ghost', 7, 8],
      ]),
      language: 'french',
    });
    const heard = await endpoint.transcribe(request({ voice: [{ start: 0.5, end: 3 }] }));
    expect(plain(heard)).toEqual(['hello']);
    expect(heard.language).toBe('fr');
  });

  test.each([
    [
      'segments',
      { segments: [{ text: ' Hold me, summer', start: 1, end: 4, avg_logprob: -0.1, no_speech_prob: 0.01 }] },
    ],
    ['bare text', { text: 'Hold me, summer' }],
  ])('an answer of %s alone is taken too, its words shared out over the time', async (_, answer) => {
    server.say(answer);
    const heard = await endpoint.transcribe(request({ voice: [{ start: 1, end: 4 }] }));
    expect(plain(heard)).toEqual(['hold', 'me', 'summer']);
    expect(heard.words[0].start).toBe(1);
    expect(heard.words[2].end).toBeCloseTo(4, 1);
  });

  test('it gets the track, the model and the key, and asks for times', async () => {
    await endpoint.transcribe(request());
    const [{ authorization, body }] = server.seen;
    expect(authorization).toBe('Bearer test key');
    for (const part of ['name="file"', 'test-model', 'verbose_json', 'timestamp_granularities[]'])
      expect(body).toContain(part);
  });
});

const words = (list: [string, number, number][]) => list.map(([word, start, end]) => ({ word, start, end }));
