/** Albums over HTTP, the staff's side. */
import type { Deps } from '#deps.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract-staff.ts';
import { listAllAlbums, pageAlbums } from './queries-list.ts';
import { cancelBatch, findLatestBatch, startBatch } from './service-batches.ts';
import { sendFollowup } from './service-followup.ts';
import { planSelection, recallSelection } from './service-selection.ts';

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
    route(contract.planSelection, async ({ params, body, staff }) => {
      const sendsAt = await planSelection(deps, { albumId: params.id, ...body }, staff);
      return { sendsAt: sendsAt.toISOString() };
    }),
    route(contract.recallSelection, async ({ params, staff }) => {
      await recallSelection(deps, params.id, staff);
      return { success: true as const };
    }),
    route(contract.startBatch, ({ body, staff }) => startBatch(deps, body, staff)),
    route(contract.getBatch, async () => ({ batch: await findLatestBatch(deps) })),
    route(contract.cancelBatch, ({ params, staff }) => cancelBatch(deps, params.id, staff)),
  ];
}
