/** The pipeline over HTTP. */
import type { Deps } from '#deps.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { readReport } from './queries.ts';
import * as service from './service.ts';

export function pipelineRoutes(deps: Deps): Route[] {
  return [
    route(contract.listDeals, () => service.listDeals(deps)),
    route(contract.getReport, () => readReport(deps)),
    route(contract.getDeal, ({ params }) => service.readDeal(deps, params.id)),
    route(contract.takeStep, ({ staff, params, body }) => service.takeStep(deps, staff, params.id, body)),
  ];
}
