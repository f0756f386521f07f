/** Albums over HTTP, the staff's side. */
import type { Deps } from '#deps.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract-staff.ts';
import { listAllAlbums, pageAlbums } from './queries-list.ts';
import { cancelBatch, findLatestBatch, startBatch } from './service-batches.ts';
import { sendFollowup } from './service-followup.ts';

export function albumStaffRoutes(deps: Deps): Route[] {
  return [
    route(contract.listAlbums, () => listAllAlbums(deps)),
    route(contract.pageAlbums, ({ query }) => pageAlbums(deps, query)),
    route(contract.sendFollowup, async ({ body, staff }) => {
      const { scheduledFor } = await sendFollowup(deps, body, staff);
      return {
        success: true as const,
        followUpSent: true as const,
        scheduledFor: scheduledFor?.toISOString() ?? null,
      };
    }),
    route(contract.startBatch, ({ body, staff }) => startBatch(deps, body, staff)),
    route(contract.getBatch, async () => ({ batch: await findLatestBatch(deps) })),
    route(contract.cancelBatch, ({ params, staff }) => cancelBatch(deps, params.id, staff)),
  ];
}
