/** Every route of the API, explicitly. What is not in this list does not exist. */

import type { Deps } from '#deps.ts';
import { staffRoutes } from '#features/accounts/routes.ts';
import { albumRoutes } from '#features/albums/routes.ts';
import { albumStaffRoutes } from '#features/albums/routes-staff.ts';
import { dashboardRoutes } from '#features/dashboard/routes.ts';
import { careRoutes } from '#features/dashboard/routes-care.ts';
import { distributionRoutes } from '#features/distribution/routes.ts';
import { duplicateRoutes } from '#features/duplicates/routes.ts';
import { invitationRoutes } from '#features/invitations/routes.ts';
import { campaignRoutes } from '#features/landing/routes.ts';
import { leaderboardRoutes } from '#features/leaderboard/routes.ts';
import { lyricRoutes } from '#features/lyrics/routes.ts';
import { offerRoutes } from '#features/offers/routes.ts';
import { partnerRoutes } from '#features/partners/routes.ts';
import { paymentRoutes } from '#features/payments/routes.ts';
import { staffPaymentRoutes } from '#features/payments/routes-staff.ts';
import { transcriptionRoutes } from '#features/processing/routes-transcription.ts';
import { textRoutes } from '#features/sms/routes.ts';
import { submissionRoutes } from '#features/submissions/routes.ts';
import { voteRoutes } from '#features/votes/routes.ts';
import type { Route } from '#platform/http/route.ts';
import { operationRoutes } from './operations.ts';

export function listRoutes(deps: Deps): Route[] {
  return [
    ...operationRoutes(deps),
    ...campaignRoutes(deps),
    ...submissionRoutes(deps),
    ...lyricRoutes(deps),
    ...leaderboardRoutes(deps),
    ...staffRoutes(deps),
    ...dashboardRoutes(deps),
    ...careRoutes(deps),
    ...transcriptionRoutes(deps),
    ...paymentRoutes(deps),
    ...staffPaymentRoutes(deps),
    ...offerRoutes(deps),
    ...distributionRoutes(deps),
    ...voteRoutes(deps),
    ...albumRoutes(deps),
    ...albumStaffRoutes(deps),
    ...textRoutes(deps),
    ...invitationRoutes(deps),
    ...partnerRoutes(deps),
    ...duplicateRoutes(deps),
  ];
}
