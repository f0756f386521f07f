/** The leaderboard over HTTP. */
import type { Deps } from '#app/deps.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { listBest, readPage } from './queries.ts';

export function leaderboardRoutes(deps: Deps): Route[] {
  return [
    route(contract.listSubmissions, ({ query }) => listBest(deps, query.limit)),
    route(contract.getLeaderboard, ({ query }) => readPage(deps, query)),
  ];
}
