/** Calls the API with the types of its contract. Sends cookies and JSON, never retries, throws on anything not OK. */
import {
  type AnswerOf,
  type Call,
  type CallOf,
  type Endpoint,
  fillPath,
  type Method,
} from '#platform/http/endpoint.ts';

/** The one error body of the API. Every field may be missing: a proxy in between answers as it likes. */
export interface ApiErrorBody {
  error?: string;
  message?: string;
  code?: string;
  fields?: Record<string, string>;
  /** A finer word than `code`, where a page tells cases apart. */
  reason?: string;
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
  if (error instanceof ApiError) return error.body?.message || error.body?.error || fallback;
  return fallback;
}

export interface RequestOptions {
  signal?: AbortSignal;
}

/** One request, cookies included. A FormData body goes as it is, anything else as JSON. */
export async function sendRequest(
  method: Method,
  url: string,
  body?: unknown,
  { signal }: RequestOptions = {},
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
  const response = await sendRequest(endpoint.method, url, call?.form ?? call?.body, {
    signal: call?.signal,
  });
  const isJson = response.headers.get('content-type')?.includes('json');
  return (isJson ? await response.json() : undefined) as AnswerOf<E>;
}
