/** Duplicates over HTTP. */
import type { Deps } from '#deps.ts';
import { notFound, readSubmission } from '#features/submissions/queries.ts';
import { isOwner } from '#features/submissions/service.ts';
import { type Call, type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { listHeld, readDuplicates } from './queries-staff.ts';
import { decideHold } from './service-staff.ts';

export function duplicateRoutes(deps: Deps): Route[] {
  return [
    route(contract.getDuplicates, async ({ params, staff, visitor }) => {
      const row = await readSubmission(deps, params.id);
      const mine = await isOwner(deps, params.id, visitor);
      if (!row.listed && !staff && !(mine && row.archiveId === null)) throw notFound();
      return readDuplicates(deps, params.id, mine || staff !== null);
    }),
    route(contract.listHeldTracks, () => listHeld(deps)),
    route(contract.releaseTrack, (call) => decide(deps, call, 'released')),
    route(contract.rejectTrack, (call) => decide(deps, call, 'rejected')),
  ];
}

type DecisionCall = Pick<Call<typeof contract.releaseTrack>, 'params' | 'body' | 'staff' | 'address'>;

function decide(deps: Deps, { params, body, staff, address }: DecisionCall, state: 'released' | 'rejected') {
  const { reason } = body;
  return decideHold(deps, { submissionId: params.id, state, reason, actor: staff, address });
}
