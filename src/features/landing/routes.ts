/** The campaign over HTTP. */
import type { Deps } from '#deps.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';

export function campaignRoutes(deps: Deps): Route[] {
  return [
    route(contract.getCampaign, async () => ({
      campaign: deps.campaign,
      serverTime: deps.clock.now().toISOString(),
    })),
  ];
}
