/** Requests for a second person over HTTP. */
import type { Deps } from '#deps.ts';
import { askStaffPasskey } from '#features/accounts/service-factors.ts';
import { readPlace } from '#features/people/service-webauthn.ts';
import type { ReplyOf } from '#platform/http/endpoint.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { listApprovals } from './queries.ts';
import { confirmApproval, refuseApproval } from './service.ts';

const DONE = { success: true as const };

export function approvalRoutes(deps: Deps): Route[] {
  return [
    route(contract.listApprovals, ({ staff }) => listApprovals(deps, staff)),
    route(contract.askApprovalPasskey, async (call) => {
      const options = await askStaffPasskey(deps, call.staff.id, readPlace(deps.config, call));
      return { options } as ReplyOf<typeof contract.askApprovalPasskey>;
    }),
    route(contract.confirmApproval, async (call) => {
      const { staff, params, body, address } = call;
      const place = readPlace(deps.config, call);
      await confirmApproval(deps, { id: params.id, staff, given: body, place, address });
      return DONE;
    }),
    route(contract.refuseApproval, async ({ staff, params, address }) => {
      await refuseApproval(deps, { id: params.id, staff, address });
      return DONE;
    }),
  ];
}
