/** The listening room over HTTP. */
import type { Deps } from '#deps.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { readRoom } from './queries.ts';
import { listColleagues, readQueue } from './queries-queue.ts';
import * as service from './service.ts';
import { assignTracks, unassignTrack } from './service-assign.ts';
import * as notes from './service-notes.ts';

const DONE = { success: true as const };

export function listeningRoutes(deps: Deps): Route[] {
  return [...hearingRoutes(deps), ...assigningRoutes(deps), ...noteRoutes(deps)];
}

function hearingRoutes(deps: Deps): Route[] {
  return [
    route(contract.getQueue, ({ staff }) => readQueue(deps, staff.id)),
    route(contract.getRoom, ({ params, staff }) => readRoom(deps, params.id, staff.id)),
    route(contract.decideTrack, ({ params, staff, body }) =>
      service.decideTrack(deps, staff, params.id, body),
    ),
    route(contract.markHeard, async ({ params, staff }) => {
      await service.markHeard(deps, staff, params.id);
      return DONE;
    }),
    route(contract.rateTrack, async ({ params, staff, body }) => {
      await service.rateTrack(deps, staff, params.id, body);
      return DONE;
    }),
    route(contract.declareConflict, async ({ params, staff, body }) => {
      await service.declareConflict(deps, staff, params.id, body.reason);
      return DONE;
    }),
    route(contract.withdrawConflict, async ({ params, staff }) => {
      await service.withdrawConflict(deps, staff, params.id);
      return DONE;
    }),
  ];
}

function assigningRoutes(deps: Deps): Route[] {
  return [
    route(contract.listColleagues, () => listColleagues(deps)),
    route(contract.assignTracks, async ({ staff, body }) => ({
      assigned: await assignTracks(deps, staff, body),
    })),
    route(contract.unassignTrack, async ({ params, staff }) => {
      await unassignTrack(deps, staff, params.id);
      return DONE;
    }),
  ];
}

function noteRoutes(deps: Deps): Route[] {
  return [
    route(contract.addNote, ({ params, staff, body }) => notes.addNote(deps, staff, params.id, body.body)),
    route(contract.editNote, ({ params, staff, body }) => notes.editNote(deps, staff, params.id, body.body)),
    route(contract.deleteNote, async ({ params, staff }) => {
      await notes.deleteNote(deps, staff, params.id);
      return DONE;
    }),
    route(contract.listMentions, ({ staff }) => notes.listMentions(deps, staff.id)),
    route(contract.seeMentions, async ({ staff, body }) => {
      await notes.seeMentions(deps, staff, body.upTo);
      return DONE;
    }),
  ];
}
