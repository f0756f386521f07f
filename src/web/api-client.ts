/** Calls the API with the types of its contract. Sends cookies and JSON, throws on anything not OK, and tries again only when asked to work for it. */
import {
  type AnswerOf,
  type Call,
  type CallOf,
  type Endpoint,
  fillPath,
  type Method,
} from '#platform/http/endpoint.ts';
import type { ChallengeTask } from './answer-challenge.ts';

/** The one error body of the API. Every field may be missing: a proxy in between answers as it likes. */
export interface ApiErrorBody {
  error?: string;
  message?: string;
  code?: string;
  fields?: Record<string, string>;
  /** A finer word than `code`, where a page tells cases apart. */
  reason?: string;
  /** What to do before the call is taken. */
  challenge?: ChallengeTask;
  requestId?: string;
}

export class ApiError extends Error {
  readonly status: number;
  /** The parsed body, or null when the answer was not a JSON object. */
  readonly body: ApiErrorBody | null;

  constructor(status: number, text: string) {
    super(`${status}: ${text}`);
    this.name = 'ApiError';
    this.status = status;
    this.body = parseErrorBody(text);
  }
}

function parseErrorBody(text: string): ApiErrorBody | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as ApiErrorBody) : null;
  } catch {
    return null;
  }
}

/** What a person should read of an error: the server's own sentence, or the fallback. */
export function readableMessage(error: unknown, fallback: string): string {
  if (error instanceof Error && error.name === 'ChallengeError') return error.message;
  if (error instanceof ApiError) return error.body?.message || error.body?.error || fallback;
  return fallback;
}

export interface RequestOptions {
  signal?: AbortSignal;
  /** The browser is at work on what the server asked of it; the call goes out again after. */
  onChallenge?(): void;
}

/** As below; where the server asks the browser to show that it is one, that is done and the request sent once more. */
export async function sendRequest(
  method: Method,
  url: string,
  body?: unknown,
  options: RequestOptions = {},
): Promise<Response> {
  try {
    return await sendOnce(method, url, body, options);
  } catch (error) {
    const task = error instanceof ApiError && error.status === 428 && error.body?.challenge;
    if (!task) throw error;
    options.onChallenge?.();
    // Loaded when it is needed: most visitors are never asked.
    const { answerChallenge } = await import('./answer-challenge.ts');
    return sendOnce(method, url, body, options, {
      'x-challenge': await answerChallenge(task, options.signal),
    });
  }
}

/** One request, cookies included. A FormData body goes as it is, anything else as JSON. */
async function sendOnce(
  method: Method,
  url: string,
  body: unknown,
  { signal }: RequestOptions,
  extra?: Record<string, string>,
): Promise<Response> {
  const isForm = body instanceof FormData;
  const response = await fetch(url, {
    method,
    credentials: 'include',
    // Asked each time, with the mark of the last answer: what a proxy may keep for a second, a page must not.
    ...(method === 'GET' ? { cache: 'no-cache' } : {}),
    headers: {
      accept: 'application/json',
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      ...extra,
    },
    body: body === undefined ? undefined : isForm ? body : JSON.stringify(body),
    signal,
  });
  if (!response.ok) throw new ApiError(response.status, (await response.text()) || response.statusText);
  return response;
}

/** The address of a call: path parameters encoded, undefined query values left out. */
export function endpointUrl(
  endpoint: Endpoint | Call,
  call: { params?: unknown; query?: unknown } = {},
): string {
  const path = fillPath(endpoint.path, (call.params ?? {}) as Record<string, unknown>);
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((call.query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

type Extra = RequestOptions & { form?: FormData };
/** The second argument may be left out when the endpoint needs nothing. */
export type CallArguments<E extends Endpoint | Call> =
  Record<never, never> extends CallOf<E> ? [call?: CallOf<E> & Extra] : [call: CallOf<E> & Extra];

/**
 * Calls an endpoint, as a page knows it from a feature's calls.ts. The server validates its own answers, so the body is
 * trusted to be what the contract says.
 */
export async function callEndpoint<E extends Endpoint | Call>(
  endpoint: E,
  ...[call]: CallArguments<E>
): Promise<AnswerOf<E>> {
  const url = endpointUrl(endpoint, call);
  const response = await sendRequest(endpoint.method, url, call?.form ?? call?.body, call);
  const isJson = response.headers.get('content-type')?.includes('json');
  return (isJson ? await response.json() : undefined) as AnswerOf<E>;
}
