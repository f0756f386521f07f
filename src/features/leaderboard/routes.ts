/** The leaderboard over HTTP. */
import type { Deps } from '#deps.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { listBest, readPage } from './queries.ts';
import { shareReads } from './queries-shared.ts';

export function leaderboardRoutes(deps: Deps): Route[] {
  const share = shareReads<Awaited<ReturnType<typeof readPage>>>();
  const shareBest = shareReads<Awaited<ReturnType<typeof listBest>>>();
  return [
    route(contract.listSubmissions, ({ query }) =>
      shareBest(String(query.limit), () => listBest(deps, query.limit)),
    ),
    route(contract.getLeaderboard, ({ query }) =>
      share(JSON.stringify([query.genre, query.search, query.heard, query.page]), () =>
        readPage(deps, query),
      ),
    ),
  ];
}
