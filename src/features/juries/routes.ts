/** Juries over HTTP. */
import type { Deps } from '#deps.ts';
import { streamSound } from '#features/recordings/service-audio.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { listJuries, readJury } from './queries.ts';
import { listPublic, readCards } from './queries-public.ts';
import * as service from './service.ts';
import { abstain, castBallot, findHeard } from './service-ballots.ts';

export function juryRoutes(deps: Deps): Route[] {
  return [
    route(contract.listJuries, ({ staff }) => listJuries(deps, staff)),
    route(contract.openJury, ({ staff, body }) => service.openJury(deps, staff, body)),
    route(contract.getJury, ({ staff, params }) => readJury(deps, staff, params.id)),
    route(contract.hearTrack, async ({ staff, params, request }) =>
      streamSound(deps, await findHeard(deps, staff, params.id, params.number), request.headers.range),
    ),
    route(contract.castBallot, ({ staff, params, body }) => castBallot(deps, staff, params, body)),
    route(contract.abstain, ({ staff, params, body }) => abstain(deps, staff, params, body.reason)),
    route(contract.closeJury, ({ staff, params }) => service.closeJury(deps, staff, params.id)),
    route(contract.publishJury, async ({ staff, params }) => {
      await service.publishJury(deps, staff, params.id);
      return { success: true as const };
    }),
    route(contract.listPublicJuries, () => listPublic(deps)),
    route(contract.getCards, ({ params, reply }) => {
      reply.header('cache-control', 'private, no-store');
      return readCards(deps, params.id);
    }),
  ];
}
