/** Duels over HTTP. */
import type { Deps } from '#deps.ts';
import { createHookReader } from '#features/recordings/service-hook.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { listHooks, readRanking } from './queries.ts';
import { answerDuel, findDuelHook, findHook, serveDuels } from './service.ts';

export function duelRoutes(deps: Deps): Route[] {
  const readHook = createHookReader(deps);
  return [
    route(contract.serveDuels, ({ browserId, visitor }) => serveDuels(deps, browserId(), visitor)),
    route(contract.getDuelAudio, async ({ params, request }) =>
      readHook(await findDuelHook(deps, params.code, params.side), request.headers.range),
    ),
    route(contract.answerDuel, ({ params, body, browserId, visitor }) =>
      answerDuel(deps, params.code, body.pick, browserId(), visitor),
    ),
    route(contract.getDuelRanking, () => readRanking(deps)),
    route(contract.listHooks, ({ query }) => listHooks(deps, query.from)),
    route(contract.getHook, async ({ params, request }) =>
      readHook(await findHook(deps, params.id), request.headers.range),
    ),
  ];
}
