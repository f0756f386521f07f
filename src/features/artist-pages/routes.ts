/** Artist pages over HTTP. */
import type { Deps } from '#deps.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { listMine, readArtist } from './queries.ts';
import { changeArtist, followArtist, unfollowArtist } from './service.ts';
import { clearWords } from './service-staff.ts';

export function artistPageRoutes(deps: Deps): Route[] {
  return [
    route(contract.getArtist, ({ params, visitor }) => readArtist(deps, params.id, visitor)),
    route(contract.changeArtist, ({ params, person, body }) =>
      changeArtist(deps, params.id, person.phone, body),
    ),
    route(contract.clearWords, async ({ params, staff, body }) => {
      await clearWords(deps, staff, params.id, body);
      return { success: true as const };
    }),
    route(contract.followArtist, ({ params, person }) => followArtist(deps, params.id, person.phone)),
    route(contract.unfollowArtist, ({ params, person }) => unfollowArtist(deps, params.id, person.phone)),
    route(contract.listMyArtists, ({ person }) => listMine(deps, person.phone)),
  ];
}
