/** Follow-ups over HTTP. */
import type { Deps } from '#deps.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import * as service from './service.ts';

export function followUpRoutes(deps: Deps): Route[] {
  return [
    route(contract.listUpdates, ({ params }) => service.listUpdates(deps, params.id, true)),
    route(contract.addUpdate, ({ staff, params, body }) => service.addUpdate(deps, staff, params.id, body)),
    route(contract.listPublicUpdates, ({ params }) => service.listUpdates(deps, params.id, false)),
    route(contract.getMeeting, async ({ params, staff }) => ({
      body: await service.readMeeting(deps, params.id, params.updateId, staff !== null),
      headers: { 'content-disposition': 'attachment; filename="meeting.ics"' },
    })),
  ];
}
