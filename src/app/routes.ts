/** Every route of the API, explicitly. What is not in this list does not exist. */
import { campaignRoutes } from '#features/campaign/routes.ts';
import { distributionRoutes } from '#features/distribution/routes.ts';
import { leaderboardRoutes } from '#features/leaderboard/routes.ts';
import { offerRoutes } from '#features/offers/routes.ts';
import { paymentRoutes } from '#features/payments/routes.ts';
import { staffRoutes } from '#features/staff/routes.ts';
import { submissionRoutes } from '#features/submissions/routes.ts';
import type { Route } from '#platform/http/route.ts';
import type { Deps } from './deps.ts';
import { operationRoutes } from './operations.ts';

export function listRoutes(deps: Deps): Route[] {
  return [
    ...operationRoutes(deps),
    ...campaignRoutes(deps),
    ...submissionRoutes(deps),
    ...leaderboardRoutes(deps),
    ...staffRoutes(deps),
    ...paymentRoutes(deps),
    ...offerRoutes(deps),
    ...distributionRoutes(deps),
  ];
}
