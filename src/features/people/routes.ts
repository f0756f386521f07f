/** People over HTTP. */
import type { Deps } from '#deps.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { dropSession } from './service-cookie.ts';
import { endSession } from './service-sessions.ts';

export function peopleRoutes(deps: Deps): Route[] {
  return [
    route(contract.getMe, async ({ person, reply }) => {
      reply.header('cache-control', 'no-store');
      return { person: person && { phone: person.phone, provenBy: person.provenBy } };
    }),
    route(contract.signOut, async ({ person, reply }) => {
      await endSession(deps, person);
      dropSession(reply);
      return { success: true as const };
    }),
  ];
}
