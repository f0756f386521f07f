/** Puts the API and the pages on one HTTP server. */
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { identifyStaff } from '#features/accounts/routes.ts';
import { identifyPerson } from '#features/people/service-cookie.ts';
import { isOwner } from '#features/submissions/service.ts';
import { AppError } from '#platform/errors.ts';
import { mountRoutes } from '#platform/http/mount.ts';
import { printOpenApi } from '#platform/http/openapi.ts';
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
  });
  const routes = listRoutes(deps);
  mountRoutes(server, routes, {
    tokens: deps.tokens,
    clock: deps.clock,
    limiter: deps.limiter,
    pulse: deps.pulse,
    identifyStaff: (request, reply) => identifyStaff(deps, request, reply),
    identifyPerson: (request) => identifyPerson(deps, request),
    isUploader: ({ request, visitor }) => {
      const id = Number((request.params as { id?: string }).id);
      return Number.isSafeInteger(id) && id > 0 && id <= 2_147_483_647
        ? isOwner(deps, id, visitor)
        : Promise.resolve(false);
    },
  });
  const document = JSON.stringify(
    printOpenApi(
      routes.map((route) => route.endpoint),
      { title: deps.campaign.product, version: '1' },
    ),
  );
  server.get('/api/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document),
  );
  if (webFolder) await servePages(server, deps, webFolder);
  else
    server.setNotFoundHandler(() => {
      throw new AppError('not_found', 'Not found.');
    });
  return server;
}
