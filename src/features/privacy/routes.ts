/** An artist's data over HTTP. */
import type { Deps } from '#deps.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { erasePerson, exportPerson, movePerson } from './service.ts';

export function privacyRoutes(deps: Deps): Route[] {
  return [
    route(contract.exportArtistData, async ({ staff, params }) => ({
      body: await exportPerson(deps, staff, { submissionId: params.id }),
      headers: { 'content-disposition': `attachment; filename="artist-of-${params.id}.json"` },
    })),
    route(contract.movePerson, ({ staff, body }) => movePerson(deps, staff, body)),
    route(contract.eraseArtist, async ({ staff, params, body }) => ({
      deletedSubmissions: await erasePerson(deps, staff, { submissionId: params.id }, body),
    })),
    route(contract.exportPerson, async ({ staff, body }) => ({
      body: await exportPerson(deps, staff, body),
      headers: { 'content-disposition': 'attachment; filename="person.json"' },
    })),
    route(contract.erasePerson, async ({ staff, body }) => ({
      deletedSubmissions: await erasePerson(deps, staff, body, body),
    })),
  ];
}
