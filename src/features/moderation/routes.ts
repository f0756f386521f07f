/** Moderation over HTTP. */
import type { Deps } from '#deps.ts';
import { deleteSubmission as deleteCall } from '#features/submissions/contract.ts';
import { deleteSubmission, mayDelete } from '#features/submissions/service.ts';
import { AppError } from '#platform/errors.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import * as service from './service.ts';
import * as archive from './service-archive.ts';

const DONE = { success: true as const };

const STAFF_MAY_NOT = 'Only an owner account can take down somebody else’s track. You can hide it.';
const LINK_MAY_NOT =
  'This link was fetched by our staff and cannot delete the track. Sign in with the track’s phone number first.';

export function moderationRoutes(deps: Deps): Route[] {
  return [...archiveRoutes(deps), ...trackRoutes(deps)];
}

function archiveRoutes(deps: Deps): Route[] {
  return [
    route(contract.clearAll, async ({ staff, body }) => {
      const cleared = await archive.clearAll(deps, staff, body.count);
      return { ...DONE, ...cleared, message: `${cleared.cleared} submissions cleared.` };
    }),
    route(deleteCall, async ({ params, staff, visitor }) => {
      if (await mayDelete(deps, params.id, visitor)) await deleteSubmission(deps, params.id);
      else if (staff?.role === 'owner') await archive.archiveTrack(deps, staff, params.id);
      else throw new AppError('forbidden', staff ? STAFF_MAY_NOT : LINK_MAY_NOT);
      return { deleted: true as const };
    }),
    route(contract.listArchives, () => archive.listArchives(deps)),
    route(contract.restoreArchive, async ({ staff, params }) => ({
      restored: await archive.restoreArchive(deps, staff, params.id),
    })),
    route(contract.purgeArchive, async ({ staff, params }) => ({
      purged: await archive.purgeArchive(deps, staff, params.id),
    })),
  ];
}

function trackRoutes(deps: Deps): Route[] {
  return [
    route(contract.reportTrack, async ({ params, body }) => {
      await service.reportTrack(deps, params.id, body);
      return DONE;
    }),
    route(contract.listReports, ({ query }) => service.listReports(deps, query)),
    route(contract.decideReport, async ({ staff, params, body }) => {
      await service.decideReport(deps, staff, params.id, body);
      return DONE;
    }),
    route(contract.hideTrack, async ({ staff, params, body }) => {
      await service.hideTrack(deps, staff, params.id, body.reason);
      return DONE;
    }),
    route(contract.showTrack, async ({ staff, params, body }) => {
      await service.showTrack(deps, staff, params.id, body.reason);
      return DONE;
    }),
  ];
}
