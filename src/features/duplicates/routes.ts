/** Duplicates over HTTP. */
import type { Deps } from '#deps.ts';
import { notFound, readSubmission } from '#features/submissions/queries.ts';
import { isOwner } from '#features/submissions/service.ts';
import { type Call, type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { listHeld, readDuplicates } from './queries-staff.ts';
import { claimTrack } from './service-claims.ts';
import { decideHold, upholdClaim } from './service-staff.ts';

export function duplicateRoutes(deps: Deps): Route[] {
  return [
    route(contract.getDuplicates, async ({ params, staff, visitor }) => {
      const row = await readSubmission(deps, params.id);
      const mine = await isOwner(deps, params.id, visitor);
      if (!row.listed && !staff && !(mine && row.archiveId === null)) throw notFound();
      return readDuplicates(deps, params.id, mine || staff !== null);
    }),
    route(contract.claimTrack, ({ params, body, staff }) => claimTrack(deps, params.id, body, staff)),
    route(contract.listHeldTracks, () => listHeld(deps)),
    route(contract.releaseTrack, (call) => decideHold(deps, 'released', readDecision(call))),
    route(contract.rejectTrack, (call) => decideHold(deps, 'rejected', readDecision(call))),
    route(contract.upholdClaim, (call) => upholdClaim(deps, readDecision(call))),
  ];
}

type DecisionCall = Pick<Call<typeof contract.releaseTrack>, 'params' | 'body' | 'staff' | 'address'>;

const readDecision = ({ params, body, staff, address }: DecisionCall) => ({
  submissionId: params.id,
  reason: body.reason,
  actor: staff,
  address,
});
