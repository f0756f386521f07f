/** The catalogue over HTTP. */
import type { Deps } from '#deps.ts';
import { refuseNumbers } from '#features/submissions/queries-search.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import * as queries from './queries.ts';
import * as service from './service.ts';

export function catalogueRoutes(deps: Deps): Route[] {
  return [
    route(contract.findTracks, ({ query, staff }) => {
      refuseNumbers(query.search, staff);
      return queries.findTracks(deps, query);
    }),
    route(contract.countTracks, async ({ query, staff }) => {
      refuseNumbers(query.search, staff);
      return { matching: await queries.countTracks(deps, query) };
    }),
    route(contract.listChoices, () => queries.listChoices(deps)),
    route(contract.listViews, ({ staff }) => service.listViews(deps, staff)),
    route(contract.saveView, ({ staff, body }) => {
      refuseNumbers(body.filter.search, staff);
      return service.saveView(deps, staff, body);
    }),
    route(contract.deleteView, async ({ staff, params }) => {
      await service.deleteView(deps, staff, params.id);
      return { success: true as const };
    }),
    route(contract.findAlike, ({ params, query }) => queries.findAlike(deps, params.id, query.limit)),
  ];
}
