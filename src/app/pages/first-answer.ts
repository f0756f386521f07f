/**
 * What a page asks for first, put into the page itself: its first render is whole, without a second way to the server.
 * It comes from the same endpoint, with the visitor's own cookies, so it says what the page would have been told.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** What every page asks, for its header. */
const FRAME = ['/api/me', '/api/my/unread'];

/** All that a page's first screens show, so that they are drawn once and not again with every answer. */
const voteCalls = (track: string) => [
  track,
  ...['voting', 'votes', 'rank-simulation', 'fan-neighbours', 'artist-bio'].map((name) => `${track}/${name}`),
];

/** By the page's name and the track its address names, for pages that many arrive at. The most important one first. */
const FIRST_CALLS: Record<string, (track: string) => string[]> = {
  landing: () => ['/api/leaderboard?page=1'],
  results: (track) => [track, `${track}/ai-use`, `${track}/versions`],
  vote: voteCalls,
  'throne-vote': voteCalls,
  leaderboard: () => ['/api/leaderboard?page=1'],
};

/** What takes longer the page asks for itself: nobody looks at an empty window while a database is slow. */
const PATIENCE_MS = 300;

export interface FirstAnswer {
  url: string;
  /** JSON, as the endpoint wrote it. */
  body: string;
}

/** None for a page without first calls, and for an address with more to say (a filter, an artist's token): those ask for themselves. */
export function nameFirstCalls(pageName: string, pattern: RegExp, url: string): string[] {
  const [, id = '0'] = pattern.exec(url) ?? [];
  const isPlain = /^\d+$/.test(id) && !url.includes('?');
  return isPlain && pageName in FIRST_CALLS
    ? [...FIRST_CALLS[pageName](`/api/submissions/${id}`), ...FRAME]
    : [];
}

export async function readFirstAnswers(
  server: FastifyInstance,
  request: FastifyRequest,
  urls: readonly string[],
): Promise<FirstAnswer[]> {
  const late = wait(PATIENCE_MS, null, { ref: false });
  const answers = await Promise.all(urls.map((url) => Promise.race([askItself(server, request, url), late])));
  return answers.filter((answer) => answer !== null);
}

async function askItself(
  server: FastifyInstance,
  request: FastifyRequest,
  url: string,
): Promise<FirstAnswer | null> {
  return server
    .inject({ url, headers: visitorHeaders(request), remoteAddress: request.socket.remoteAddress })
    .then(({ statusCode, body }) => (statusCode === 200 ? { url, body } : null))
    .catch(() => null);
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
