/** Artists over HTTP. */
import type { Deps } from '#deps.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { readArtist } from './service.ts';

export function artistRoutes(deps: Deps): Route[] {
  return [route(contract.getArtist, ({ params }) => readArtist(deps, params.id))];
}
