/** Releases over HTTP. */
import type { Deps } from '#deps.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { presentRelease } from './queries.ts';
import { saveRelease } from './service.ts';
import { findReleased } from './service-subject.ts';

export function releaseRoutes(deps: Deps): Route[] {
  return [
    route(contract.getRelease, async ({ params, staff, visitor }) =>
      presentRelease(deps, await findReleased(deps, params.kind, params.id, { staff, visitor })),
    ),
    route(contract.saveRelease, ({ params, body, staff, visitor }) =>
      saveRelease(deps, params.kind, params.id, { staff, visitor }, body),
    ),
  ];
}
