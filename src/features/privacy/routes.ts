/** An artist's data over HTTP. */
import type { Deps } from '#deps.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { eraseArtist, exportArtist, movePerson } from './service.ts';

export function privacyRoutes(deps: Deps): Route[] {
  return [
    route(contract.exportArtistData, async ({ staff, params }) => ({
      body: await exportArtist(deps, staff, params.id),
      headers: { 'content-disposition': `attachment; filename="artist-of-${params.id}.json"` },
    })),
    route(contract.movePerson, ({ staff, body }) => movePerson(deps, staff, body)),
    route(contract.eraseArtist, async ({ staff, params, body }) => ({
      deletedSubmissions: await eraseArtist(deps, staff, params.id, body),
    })),
  ];
}
