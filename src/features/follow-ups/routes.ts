/** Follow-ups over HTTP. */
import type { Deps } from '#deps.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import * as service from './service.ts';
import { listMessages, recallMessage } from './service-messages.ts';

export function followUpRoutes(deps: Deps): Route[] {
  return [
    route(contract.listUpdates, ({ params, staff, visitor }) =>
      service.listUpdates(deps, params.id, { staff, visitor }),
    ),
    route(contract.addUpdate, ({ staff, params, body }) => service.addUpdate(deps, staff, params.id, body)),
    route(contract.listMessages, ({ params }) => listMessages(deps, params.id)),
    route(contract.recallMessage, async ({ staff, params }) => {
      await recallMessage(deps, staff, params.id);
      return { success: true as const };
    }),
    route(contract.listPublicUpdates, ({ params, query, staff, visitor, reply }) => {
      reply.header('cache-control', 'private, no-store');
      return service.listUpdates(deps, params.id, { staff, visitor, access: query.access });
    }),
    route(contract.getMeeting, async ({ params, query, staff, visitor }) => ({
      body: await service.readMeeting(deps, params.id, params.updateId, {
        staff,
        visitor,
        access: query.access,
      }),
      headers: {
        'content-disposition': 'attachment; filename="meeting.ics"',
        'cache-control': 'private, no-store',
      },
    })),
  ];
}
