/** Requests for partnership over HTTP. */
import type { Deps } from '#deps.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { decidePartnershipRequest, listPartnershipRequests, requestPartnership } from './service.ts';

const DONE = { success: true as const };

export function partnerRoutes(deps: Deps): Route[] {
  return [
    route(contract.requestPartnership, async ({ body }) => {
      await requestPartnership(deps, body);
      return DONE;
    }),
    route(contract.getPartnershipRequests, ({ query }) => listPartnershipRequests(deps, query)),
    route(contract.decidePartnershipRequest, async ({ staff, params, body }) => {
      await decidePartnershipRequest(deps, staff, params.id, body.state);
      return DONE;
    }),
  ];
}
