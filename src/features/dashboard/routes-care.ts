/** What staff do about submissions, over HTTP: clear and restore, moderation, artist data, follow-ups, rounds. */
import type { Deps } from '#deps.ts';
import * as followUp from '#features/follow-ups/service.ts';
import * as moderation from '#features/moderation/service.ts';
import * as archive from '#features/moderation/service-archive.ts';
import { eraseArtist, exportArtist } from '#features/privacy/service.ts';
import * as rounds from '#features/rounds/service.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract-care.ts';

const DONE = { success: true as const };

export function careRoutes(deps: Deps): Route[] {
  return [...archiveRoutes(deps), ...moderationRoutes(deps), ...followUpRoutes(deps), ...roundRoutes(deps)];
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

function moderationRoutes(deps: Deps): Route[] {
  return [
    route(contract.reportTrack, async ({ params, body }) => {
      await moderation.reportTrack(deps, params.id, body);
      return DONE;
    }),
    route(contract.listReports, ({ query }) => moderation.listReports(deps, query)),
    route(contract.decideReport, async ({ staff, params, body }) => {
      await moderation.decideReport(deps, staff, params.id, body);
      return DONE;
    }),
    route(contract.hideTrack, async ({ staff, params, body }) => {
      await moderation.hideTrack(deps, staff, params.id, body.reason);
      return DONE;
    }),
    route(contract.showTrack, async ({ staff, params, body }) => {
      await moderation.showTrack(deps, staff, params.id, body.reason);
      return DONE;
    }),
    route(contract.exportArtistData, async ({ staff, params }) => ({
      body: await exportArtist(deps, staff, params.id),
      headers: { 'content-disposition': `attachment; filename="artist-of-${params.id}.json"` },
    })),
    route(contract.eraseArtist, async ({ staff, params, body }) => ({
      deletedSubmissions: await eraseArtist(deps, staff, params.id, body),
    })),
  ];
}

function followUpRoutes(deps: Deps): Route[] {
  return [
    route(contract.listUpdates, ({ params }) => followUp.listUpdates(deps, params.id, true)),
    route(contract.addUpdate, ({ staff, params, body }) => followUp.addUpdate(deps, staff, params.id, body)),
    route(contract.listPublicUpdates, ({ params }) => followUp.listUpdates(deps, params.id, false)),
    route(contract.getMeeting, async ({ params, staff }) => ({
      body: await followUp.readMeeting(deps, params.id, params.updateId, staff !== null),
      headers: { 'content-disposition': 'attachment; filename="meeting.ics"' },
    })),
  ];
}

function roundRoutes(deps: Deps): Route[] {
  return [
    route(contract.listRounds, () => rounds.listRounds(deps)),
    route(contract.closeRound, async ({ staff, params }) => ({
      entries: await rounds.closeRound(deps, staff, params.round),
    })),
    route(contract.selectWinners, async ({ staff, params, body }) => {
      await rounds.selectWinners(deps, staff, params.round, body);
      return DONE;
    }),
    route(contract.publishRound, async ({ staff, params }) => {
      await rounds.publishRound(deps, staff, params.round);
      return DONE;
    }),
    route(contract.getWinners, () => rounds.readWinners(deps)),
  ];
}
