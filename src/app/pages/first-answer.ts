/**
 * What a page asks for first, put into the page itself: its first render is whole, without a second way to the server.
 * It comes from the same endpoint, with the visitor's own cookies, so it says what the page would have been told.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** By the page's name and the number in its address, for pages that many arrive at. */
const FIRST_CALLS: Record<string, (id: string) => string> = {
  results: (id) => `/api/submissions/${id}`,
  vote: (id) => `/api/submissions/${id}`,
  'throne-vote': (id) => `/api/submissions/${id}`,
  leaderboard: () => '/api/leaderboard?page=1',
};

/** What takes longer the page asks for itself: nobody looks at an empty window while a database is slow. */
const PATIENCE_MS = 300;

export interface FirstAnswer {
  url: string;
  /** JSON, as the endpoint wrote it. */
  body: string;
}

/** Null for a page without a first call, and for an address with more to say (a filter, an artist's token): those ask for themselves. */
export function nameFirstCall(pageName: string, pattern: RegExp, url: string): string | null {
  const [, id = '0'] = pattern.exec(url) ?? [];
  const isPlain = /^\d+$/.test(id) && !url.includes('?');
  return isPlain && pageName in FIRST_CALLS ? FIRST_CALLS[pageName](id) : null;
}

export async function readFirstAnswer(
  server: FastifyInstance,
  request: FastifyRequest,
  url: string,
): Promise<FirstAnswer | null> {
  const asked = server
    .inject({ url, headers: visitorHeaders(request), remoteAddress: request.socket.remoteAddress })
    .then(({ statusCode, body }) => (statusCode === 200 ? { url, body } : null))
    .catch(() => null);
  return Promise.race([asked, wait(PATIENCE_MS, null, { ref: false })]);
}

/** Who asks and from where; nothing that belongs to the page's own request. */
function visitorHeaders({ headers }: FastifyRequest): Record<string, string | string[]> {
  const kept = Object.entries(headers).filter(
    ([name, value]) =>
      value !== undefined && /^(host|cookie|user-agent|forwarded|x-forwarded-.*)$/.test(name),
  );
  return Object.fromEntries(kept) as Record<string, string | string[]>;
}

export const writeFirstAnswer = ({ url, body }: FirstAnswer): string =>
  `\n    <script type="application/json" data-answer="${url}">${body.replaceAll('<', '\\u003c')}</script>`;
