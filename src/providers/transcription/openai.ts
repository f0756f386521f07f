/**
 * The words of a track by any endpoint that speaks the OpenAI audio API. Its answer is checked (read-answer.ts); whenever
 * it fails for good, or the day's allowance is used up, another transcriber writes, and the transcript names that one.
 */
import { checkMp3 } from '#audio/decode/mp3-frames.ts';
import type { TranscriptionConfig } from '#platform/config-providers.ts';
import type { TranscribeRequest, Transcript, TranscriptionProvider } from '#ports/transcription.ts';
import { answerSchema, readAnswer } from './read-answer.ts';

type Endpoint = Extract<TranscriptionConfig, { kind: 'openai' }>;

export interface EndpointOptions {
  /** Writes whenever the endpoint does not. */
  fallback: TranscriptionProvider;
  /** Books seconds of sound on the day's allowance; false when there is not enough left. */
  maySpend(name: string, seconds: number): Promise<boolean>;
  onRefusal?(reason: string): void;
  timeoutMs?: number;
  /** Before the second try; doubled for each further one. */
  backoffMs?: number;
}

/** The vendor's own limit for one file. */
const MAX_BYTES = 25 * 1024 * 1024;
const TIMEOUT_MS = 60_000;
const BACKOFF_MS = 1000;
const TRIES = 3;
/** An endpoint that asks for more patience than this is left for this track (s). */
const MOST_PATIENCE = 20;

export function openTranscriptionEndpoint(
  endpoint: Endpoint,
  options: EndpointOptions,
): TranscriptionProvider {
  const name = `endpoint ${endpoint.model}`.slice(0, 100);
  const { fallback, maySpend, onRefusal } = options;
  return {
    name,
    async transcribe(request) {
      try {
        return await listen(endpoint, name, request, { ...options, maySpend });
      } catch (error) {
        request.signal.throwIfAborted();
        onRefusal?.((error as Error).message);
        return fallback.transcribe(request);
      }
    },
  };
}

async function listen(
  endpoint: Endpoint,
  name: string,
  request: TranscribeRequest,
  options: EndpointOptions,
): Promise<Transcript> {
  const { mp3, voice, onProgress } = request;
  if (mp3.length > MAX_BYTES) throw new Error(`The file is larger than the ${MAX_BYTES} bytes it takes.`);
  const track = checkMp3(mp3);
  if (!track.ok) throw new Error(track.message);
  if (!(await options.maySpend(name, track.durationSeconds)))
    throw new Error('The seconds of sound for today are used up.');
  onProgress(0);
  const answer = await askWithPatience(endpoint, request, options);
  const transcript = readAnswer(answerSchema.parse(answer), voice, track.durationSeconds, name);
  onProgress(1);
  return transcript;
}

/** What may pass by itself: asking too often, the endpoint's own faults, no answer in time. */
class PassingError extends Error {
  constructor(
    message: string,
    readonly waitMs: number | null,
  ) {
    super(message);
  }
}

async function askWithPatience(
  endpoint: Endpoint,
  { mp3, signal }: TranscribeRequest,
  { timeoutMs = TIMEOUT_MS, backoffMs = BACKOFF_MS }: EndpointOptions,
): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask(endpoint, mp3, signal, timeoutMs);
    } catch (error) {
      signal.throwIfAborted();
      if (attempt === TRIES || !(error instanceof PassingError)) throw error;
      const wait = error.waitMs ?? backoffMs * 2 ** (attempt - 1);
      if (wait > MOST_PATIENCE * 1000) throw error;
      await pause(wait, signal);
    }
  }
}

async function ask(
  { url, key, model }: Endpoint,
  mp3: Uint8Array,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<unknown> {
  const form = new FormData();
  form.set('file', new Blob([mp3 as Uint8Array<ArrayBuffer>], { type: 'audio/mpeg' }), 'track.mp3');
  form.set('model', model);
  form.set('response_format', 'verbose_json');
  form.append('timestamp_granularities[]', 'word');
  form.append('timestamp_granularities[]', 'segment');
  form.set('temperature', '0');
  let response: Response;
  let body: string;
  try {
    response = await fetch(`${url}/audio/transcriptions`, {
      method: 'POST',
      headers: key ? { authorization: `Bearer ${key}` } : {},
      body: form,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    body = await response.text();
  } catch (error) {
    throw new PassingError(`It did not answer: ${(error as Error).message}`, null);
  }
  const { status } = response;
  if (status === 408 || status === 429 || status >= 500)
    throw new PassingError(`It answered ${status}.`, readRetryAfter(response.headers.get('retry-after')));
  if (!response.ok) throw new Error(`It refused with ${status}.`);
  return JSON.parse(body);
}

/** Seconds, or a date (RFC 9110, 10.2.3); in milliseconds from now. */
function readRetryAfter(value: string | null): number | null {
  if (!value) return null;
  const seconds = Number(value);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
