/** Deliveries over HTTP, for staff. */
import type { Deps } from '#deps.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract-deliveries.ts';
import { beginDelivery, moveDelivery, presentDeliveries, withdrawDelivery } from './service-deliveries.ts';
import { findReleased } from './service-subject.ts';

export function deliveryRoutes(deps: Deps): Route[] {
  return [
    route(contract.listDeliveries, async ({ query, staff, visitor }) =>
      presentDeliveries(deps, await findReleased(deps, query.subject, query.id, { staff, visitor })),
    ),
    route(contract.deliver, async ({ body, staff, visitor }) => {
      const released = await findReleased(deps, body.subject, body.id, { staff, visitor });
      return beginDelivery(deps, released, body.kind, staff);
    }),
    route(contract.moveDelivery, ({ params, body, staff }) => moveDelivery(deps, params.id, body, staff)),
    route(contract.withdrawDelivery, ({ params, staff }) => withdrawDelivery(deps, params.id, staff)),
  ];
}
