/** Puts the API and the pages on one HTTP server. */
import type { FastifyInstance } from 'fastify';
import { completeLimits } from '#campaign/fraud-limits.ts';
import type { Deps } from '#deps.ts';
import { identifyStaff } from '#features/accounts/routes.ts';
import { identifyPerson } from '#features/people/service-cookie.ts';
import { isOwner } from '#features/submissions/service.ts';
import { LANES, type Lane } from '#platform/db/lanes.ts';
import { AppError } from '#platform/errors.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { mountRoutes } from '#platform/http/mount.ts';
import { printOpenApi } from '#platform/http/openapi.ts';
import { createLocalLimiter } from '#platform/http/rate-limit.ts';
import { createServer } from '#platform/http/server.ts';
import { listRoutes } from './features.ts';
import { servePages } from './pages/pages.ts';

export async function createApp(
  deps: Deps,
  { webFolder }: { webFolder?: string } = {},
): Promise<FastifyInstance> {
  const server = await createServer({
    log: deps.log,
    publicUrl: deps.config.publicUrl,
    trustProxy: deps.config.trustProxy,
    accessLog: deps.config.accessLog,
    metrics: deps.metrics,
    traces: deps.traces,
  });
  for (const lane of LANES) mountLane(server, deps, lane);
  // Printed when first asked for: it takes longer than all the rest of the app, and most processes are never asked.
  let document: string | undefined;
  server.get('/api/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(
      printOpenApi(
        listRoutes(deps).map((route) => route.endpoint),
        { title: deps.campaign.product, version: '1' },
      ),
    );
    return reply.type('application/json; charset=utf-8').send(document);
  });
  if (webFolder) await servePages(server, { ...deps, db: deps.lanes.db.reads }, webFolder);
  else
    server.setNotFoundHandler(() => {
      throw new AppError('not_found', 'Not found.');
    });
  return server;
}

/** The calls of one lane, with all they ask of the database on its connections. */
function mountLane(server: FastifyInstance, shared: Deps, lane: Lane): void {
  const db = shared.lanes.db[lane];
  const deps: Deps = { ...shared, db, limiter: shared.limiter.on?.(db) ?? shared.limiter };
  const routes = listRoutes(deps).filter(({ endpoint }) => laneOf(endpoint) === lane);
  mountRoutes(server, routes, {
    tokens: deps.tokens,
    clock: deps.clock,
    publicUrl: deps.config.publicUrl,
    limiter: lane === 'votes' && takesIn(deps) ? createLocalLimiter(deps) : deps.limiter,
    addressShare: completeLimits(deps.campaign.votes.fraud).addressShare,
    pulse: deps.pulse,
    isFull: () => deps.lanes.isFull(lane),
    identifyStaff: (request, reply) => identifyStaff(deps, request, reply),
    identifyPerson: (request) => identifyPerson(deps, request),
    isUploader: ({ request, visitor }) => {
      const id = Number((request.params as { id?: string }).id);
      return Number.isSafeInteger(id) && id > 0 && id <= 2_147_483_647
        ? isOwner(deps, id, visitor)
        : Promise.resolve(false);
    },
  });
}

/** A row a vote is what the inbox is there to avoid. */
const takesIn = ({ config }: Deps) => config.voteInbox !== 'off';

const laneOf = ({ lane, method, changesState }: Endpoint): Lane =>
  lane ?? (method === 'GET' && !changesState ? 'reads' : 'work');
