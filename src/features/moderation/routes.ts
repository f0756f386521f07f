/** Moderation over HTTP. */
import type { Deps } from '#deps.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import * as service from './service.ts';
import * as archive from './service-archive.ts';

const DONE = { success: true as const };

export function moderationRoutes(deps: Deps): Route[] {
  return [...archiveRoutes(deps), ...trackRoutes(deps)];
}

function archiveRoutes(deps: Deps): Route[] {
  return [
    route(contract.clearAll, async ({ staff, body }) => {
      const cleared = await archive.clearAll(deps, staff, body.count);
      return { ...DONE, ...cleared, message: `${cleared.cleared} submissions cleared.` };
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
