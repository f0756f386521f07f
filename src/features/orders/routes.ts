/** Orders over HTTP, for staff. */
import type { Deps } from '#deps.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { listOrders, presentOrder, readStores } from './queries.ts';
import { moveOrder, moveStore } from './service.ts';

export function orderRoutes(deps: Deps): Route[] {
  return [
    route(contract.listOrders, ({ query }) => listOrders(deps, { ...query, open: query.open === 'true' })),
    route(contract.moveOrder, async ({ staff, params, body }) => {
      const order = await moveOrder(deps, staff, params.id, body);
      return presentOrder(order, (await readStores(deps.db, [order.id])).get(order.id));
    }),
    route(contract.moveStore, async ({ staff, params, body }) => {
      await moveStore(deps, staff, params.id, body);
      return { moved: true as const };
    }),
  ];
}
