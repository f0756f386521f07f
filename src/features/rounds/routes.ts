/** Rounds over HTTP. */
import type { Deps } from '#deps.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { listRounds, readWinners } from './queries.ts';
import * as service from './service.ts';

const DONE = { success: true as const };

export function roundRoutes(deps: Deps): Route[] {
  return [
    route(contract.listRounds, () => listRounds(deps)),
    route(contract.closeRound, async ({ staff, params }) => ({
      entries: await service.closeRound(deps, staff, params.round),
    })),
    route(contract.selectWinners, async ({ staff, params, body }) => {
      await service.selectWinners(deps, staff, params.round, body);
      return DONE;
    }),
    route(contract.publishRound, async ({ staff, params, body }) => {
      await service.publishRound(deps, staff, params.round, body);
      return DONE;
    }),
    route(contract.getWinners, () => readWinners(deps)),
  ];
}
