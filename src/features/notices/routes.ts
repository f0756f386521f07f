/** Notices over HTTP: a person's settings, and the link in a text. */
import type { Deps } from '#deps.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { changeSettings, endTexts, readSettings } from './service-consent.ts';

export function noticeRoutes(deps: Deps): Route[] {
  return [
    route(contract.getSettings, ({ person }) => readSettings(deps, deps.db, person.phone)),
    route(contract.changeSettings, ({ person, body }) => changeSettings(deps, person.phone, body)),
    route(contract.endTexts, async ({ params }) => {
      await endTexts(deps, params.code);
      return { off: true as const };
    }),
  ];
}
